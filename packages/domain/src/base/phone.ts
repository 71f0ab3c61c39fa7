/** 0800 and its like, which have no area code. */
const FREE = /^0[3589]00\d{6,7}$/;

/** Digits alone, area code first; the country's +55 and the 0 of a long-distance call, with its carrier, are dropped. */
export function barePhone(text: string): string {
  const digits = text.replace(/\D/g, '').replace(/^55(?=0?\d{10,11}$)/, '');
  return FREE.test(digits) ? digits : digits.replace(/^0(?:\d{2})?(?=[1-9]\d{9,10}$)/, '');
}

/** `(32) 98841-2076`, `(32) 3539-7164`; anything else comes back unchanged. */
export function formatPhone(bare: string): string {
  return bare.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}
