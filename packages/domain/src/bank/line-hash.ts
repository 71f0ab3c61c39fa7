/** FNV-1a of 32 bits over UTF-8: an identity outlives the names of people that a line may hold. */
export function lineHash(text: string): string {
  let hash = 2_166_136_261;
  const encoded = encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd'));
  for (const piece of encoded.match(/%[0-9A-F]{2}|./g) ?? []) {
    const byte = piece.length === 3 ? Number.parseInt(piece.slice(1), 16) : piece.charCodeAt(0);
    hash = Math.imul(hash ^ byte, 16_777_619);
  }
  return (hash >>> 0).toString(16).padStart(8, '0');
}
