import { signedLinks } from '#api/modules/access/signed-words/signed-links.service.ts';

/** Links of parties' forms. */
export const {
  path: formPath,
  isWord: isFormWord,
  openLinkOf,
} = signedLinks('application form', (id, word) => `/ficha/${id}/${word}`);
