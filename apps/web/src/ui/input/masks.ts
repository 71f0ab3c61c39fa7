import { bareDocument, documentKind } from '@morada/domain/base/documents';
import { fill, PATTERNS, shapeDigits } from '@morada/domain/base/masks';
import { barePhone } from '@morada/domain/base/phone';

/** Conversion between the displayed text of a masked field and the bare value it holds, at any stage of typing. */
export type Mask = {
  bare: (typed: string) => string;
  show: (bare: string) => string;
};

const digits = (text: string) => text.replace(/\D/g, '');
/** Letters in the first twelve places, digits alone in the two that check them. */
const cnpj = (text: string) => {
  const bare = bareDocument(text);
  return (bare.slice(0, 12) + digits(bare.slice(12))).slice(0, 14);
};

/** A document of one kind, or of the kind that what is typed so far belongs to. */
export function documentMask(kind?: 'CPF' | 'CNPJ'): Mask {
  const kindOf = (bare: string) => kind ?? (/[A-Z]/.test(bare) ? 'CNPJ' : documentKind(bare));
  return {
    bare: (typed) => (kind === 'CPF' ? digits(typed).slice(0, 11) : cnpj(typed)),
    show: (bare) => fill(PATTERNS[kindOf(bare)][0], bare),
  };
}

export const phoneMask: Mask = {
  bare: (typed) => barePhone(typed).slice(0, 11),
  show: (bare) => shapeDigits(PATTERNS.PHONE, bare),
};

export const cepMask: Mask = {
  bare: (typed) => digits(typed).slice(0, 8),
  show: (bare) => shapeDigits(PATTERNS.CEP, bare),
};
