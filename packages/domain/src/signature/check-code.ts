/** Letters and digits of the code under which anybody may check a signed paper: none that looks like another. */
export const CHECK_ALPHABET = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const CODE = /^[2-9A-HJ-NP-Z]{16}$/;

/** What somebody typed or pasted to find a signed paper. */
export type CheckQuery = { code: string } | { sha256: string };

/** `k7qm 2xtb…` as `K7QM-2XTB-…`; a SHA-256 in hex with any blanks or colons. Undefined: neither. */
export function readCheckQuery(text: string): CheckQuery | undefined {
  const bare = text.replace(/[^\p{L}\p{N}]/gu, '');
  const code = bare.toUpperCase();
  if (CODE.test(code)) return { code: inFours(code) };
  return /^[0-9a-f]{64}$/i.test(bare) ? { sha256: bare.toLowerCase() } : undefined;
}

const inFours = (code: string) => code.replace(/.{4}(?=.)/g, '$&-');
