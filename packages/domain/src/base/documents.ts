import { modulo11 } from './check-digits.ts';

/** Letters and digits alone, in capitals: since July 2026 a CNPJ may hold letters (IN RFB 2.229/2024). */
export function bareDocument(text: string): string {
  return text.toUpperCase().replace(/[^0-9A-Z]/g, '');
}

function hasCheckDigits(bare: string, lastWeight: number): boolean {
  const body = bare.slice(0, -2);
  const first = modulo11(body, lastWeight) % 10;
  const second = modulo11(`${body}${first}`, lastWeight) % 10;
  return bare.endsWith(`${first}${second}`);
}

const isOneCharacterRepeated = (bare: string) => /^(.)\1*$/.test(bare);

/** Takes a bare document; eleven equal digits pass the sum but were never issued. */
export function isCpf(bare: string): boolean {
  return /^\d{11}$/.test(bare) && !isOneCharacterRepeated(bare) && hasCheckDigits(bare, 11);
}

/** Takes a bare document, digits or letters; the two check digits are always digits. */
export function isCnpj(bare: string): boolean {
  return /^[0-9A-Z]{12}\d{2}$/.test(bare) && !isOneCharacterRepeated(bare) && hasCheckDigits(bare, 9);
}

export function isDocument(bare: string): boolean {
  return isCpf(bare) || isCnpj(bare);
}

/** Chosen by length, so that it also serves a field being typed. */
export function documentKind(bare: string): 'CPF' | 'CNPJ' {
  return bare.length > 11 ? 'CNPJ' : 'CPF';
}

const CPF_PARTS = /^(\d{3})(\d{3})(\d{3})(\d{2})$/;
const CNPJ_PARTS = /^([0-9A-Z]{2})([0-9A-Z]{3})([0-9A-Z]{3})([0-9A-Z]{4})(\d{2})$/;

/** `529.982.247-25`, `12.ABC.345/01DE-35`; anything else comes back unchanged. */
export function formatDocument(bare: string): string {
  return bare.replace(CPF_PARTS, '$1.$2.$3-$4').replace(CNPJ_PARTS, '$1.$2.$3/$4-$5');
}

/** Masked form, for users without a right to the full number: the middle of a CPF, both ends of a CNPJ. */
export function hiddenDocument(bare: string): string {
  if (CPF_PARTS.test(bare)) return bare.replace(CPF_PARTS, '***.$2.$3-**');
  if (CNPJ_PARTS.test(bare)) return bare.replace(CNPJ_PARTS, '$1.***.***/$4-$5');
  return '*'.repeat(bare.length);
}
