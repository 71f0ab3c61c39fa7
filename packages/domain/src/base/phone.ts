/** Digits alone, area code first; the country's +55 is dropped. */
export function barePhone(text: string): string {
  return text.replace(/\D/g, '').replace(/^55(?=\d{10,11}$)/, '');
}

/** `(32) 98841-2076`, `(32) 3539-7164`; anything else comes back unchanged. */
export function formatPhone(bare: string): string {
  return bare.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}
