import { asciiText } from '../base/ascii.ts';

/**
 * By it the parties accept how they sign. Without it a signature that uses no certificate of ICP-Brasil is a simple one
 * (MP 2.200-2/2001, art. 10, § 2º; Lei 14.063/2020, art. 4º).
 */
export const SIGNATURE_CLAUSE = {
  title: 'Assinatura eletrônica',
  text: 'As partes aceitam assinar este documento por meio eletrônico, ainda que sem certificado da ICP-Brasil, identificando-se por link pessoal, CPF e código de uso único, e reconhecem como válidas e suficientes as provas de autoria e de integridade assim reunidas (Medida Provisória nº 2.200-2/2001, art. 10, § 2º, e Lei nº 14.063/2020, art. 4º).',
};

/** Letters around the word that are looked at: about a paragraph. */
const AROUND = 320;
const ACCEPTS = ['aceit', 'admit', 'concord', 'reconhec', 'valid', 'acord'];
const REFUSES = ['nao aceit', 'nao admit', 'nao reconhec', 'nao sera valid', 'nao tera valid', 'vedad'];

/** Whether a paper, as plain text, says that its parties accept to sign electronically. */
export function acceptsElectronicSignature(paper: string): boolean {
  const text = asciiText(paper).toLowerCase();
  for (let at = text.indexOf('eletronic'); at >= 0; at = text.indexOf('eletronic', at + 1)) {
    const near = text.slice(Math.max(0, at - AROUND), at + AROUND);
    const has = (stem: string) => near.includes(stem);
    if (has('assin') && ACCEPTS.some(has) && !REFUSES.some(has)) return true;
  }
  return false;
}
