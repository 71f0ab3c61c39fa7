/** `trocar a senha` → `Trocar a senha` */
export const capitalised = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);
