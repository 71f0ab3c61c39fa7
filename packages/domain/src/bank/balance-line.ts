import { asciiText } from '../base/ascii.ts';

/** Words that lines of a balance consist of, beside `saldo` itself and figures. */
const WORDS = new Set(
  `a abertura anterior ant ao apl apr ate atual aut aplicacao aplicacoes aplic automatica automaticas automatico bloq bloqueado
  bloqueio brl bruto c cc com conta contabil corrente cta da data de devedor dia diario disp disponivel do e em extrato
  fechamento final fim garantida inicial inicio investimento investimentos invest liberar limite liquido livre livres mais mes na no
  parcial para periodo poupanca provisorio r resgate saque sem total transportado transporte ultimo vinculado
  janeiro fevereiro marco abril maio junho julho agosto setembro outubro novembro dezembro
  jan fev mar abr mai jun jul ago set out nov dez`
    .split(/\s+/)
    .filter(Boolean),
);
/** Beginnings of words that a damaged or cut letter ends: `DISPON?VEL`. */
const CUT = ['dispon', 'autom', 'bloq', 'aplica', 'contab', 'liquid', 'anteri', 'investim', 'poupan', 'periodo'];

/**
 * Whether a line of a statement states a balance: banks write those among the movements, as `SALDO ANTERIOR`, `SALDO
 * TOTAL DISPONÍVEL DIA` or `S A L D O`. A movement whose text says more, such as `SALDO DO ALUGUEL MARIA`, is one.
 */
export function isBalanceLine(memo: string): boolean {
  if (!/s ?a ?l ?d ?o|sdo/i.test(memo)) return false;
  // A letter that was lost stays in its word as a mark.
  const plain = asciiText(memo.replaceAll('\ufffd', '?')).toLowerCase();
  const words = plain
    .replace(/\bs a l d o\b/, 'saldo')
    .split(/[^a-z?]+/)
    .filter(Boolean);
  const [first, ...rest] = words;
  if (first !== 'saldo' && first !== 'saldos' && first !== 'sdo') return false;
  return rest.every((word) => WORDS.has(word) || CUT.some((start) => word.startsWith(start)));
}
