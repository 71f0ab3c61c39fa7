/** Complete answers that refuse further messages, without accents, punctuation and case. */
const ANSWERS = new Set([
  'sair',
  'sai',
  'parar',
  'pare',
  'para',
  'stop',
  'cancelar',
  'cancela',
  'cancelar inscricao',
  'descadastrar',
  'descadastre',
  'remover',
  'remova',
  'quero sair',
  'quero parar',
  'nao quero',
  'nao quero mais',
  'nao quero receber',
  'nao quero mais receber',
  'nao quero receber mais',
  'nao envie',
  'nao envie mais',
  'nao enviar',
  'nao enviar mais',
  'nao mande',
  'nao mande mais',
  'pare de enviar',
  'pare de mandar',
  'parar de receber',
  'me tire da lista',
  'sair da lista',
]);
/** Words of courtesy around an answer. */
const COURTESY = /^(?:por favor|favor|oi|ola|bom dia|boa tarde|boa noite) | (?:por favor|obrigado|obrigada)$/g;
const LONGEST = 80;

/** Whether an answer refuses further messages. A longer text counts as an ordinary answer. */
export function isRefusal(answer: string): boolean {
  if (answer.length > LONGEST) return false;
  const words = answer
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  return ANSWERS.has(words) || ANSWERS.has(words.replace(COURTESY, '').trim());
}
