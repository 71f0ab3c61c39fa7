/**
 * What does not work where the page came over plain HTTP from another machine, in words for the person at the screen:
 * browsers have no encryption (so the vault keeps no sign-in) and no clipboard there. Undefined where all works.
 */
export const plainHttpNotice = globalThis.isSecureContext
  ? undefined
  : 'Este endereço não usa HTTPS. Por isso o navegador não guarda o seu acesso quando a página é recarregada ou aberta ' +
    'em outra aba, não copia links, mensagens nem chaves Pix, e as senhas passam pela rede sem proteção. Peça a quem ' +
    'cuida do servidor um endereço https://.';
