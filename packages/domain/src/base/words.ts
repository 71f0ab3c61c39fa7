import { type CalendarDate, dayOf, monthName, type Period, referenceOf, yearOf } from './calendar.ts';
import { type Cents, cents } from './money.ts';

// biome-ignore format: a table of words reads best aligned
const UNITS = ['', 'um', 'dois', 'três', 'quatro', 'cinco', 'seis', 'sete', 'oito', 'nove', 'dez', 'onze', 'doze', 'treze',
  'catorze', 'quinze', 'dezesseis', 'dezessete', 'dezoito', 'dezenove'];
// biome-ignore format: a table of words reads best aligned
const TENS = ['', '', 'vinte', 'trinta', 'quarenta', 'cinquenta', 'sessenta', 'setenta', 'oitenta', 'noventa'];
// biome-ignore format: a table of words reads best aligned
const HUNDREDS = ['', 'cento', 'duzentos', 'trezentos', 'quatrocentos', 'quinhentos', 'seiscentos', 'setecentos', 'oitocentos',
  'novecentos'];
// Centavos in a safe integer reach at most ninety trillion reais.
const SCALES = [
  { size: 1e12, one: 'um trilhão', many: 'trilhões' },
  { size: 1e9, one: 'um bilhão', many: 'bilhões' },
  { size: 1e6, one: 'um milhão', many: 'milhões' },
  { size: 1e3, one: 'mil', many: 'mil' },
  { size: 1, one: 'um', many: '' },
];

const joined = (...parts: (string | undefined)[]) => parts.filter(Boolean).join(' e ');

function belowHundred(value: number): string | undefined {
  return value < 20 ? UNITS[value] : joined(TENS[Math.floor(value / 10)], UNITS[value % 10]);
}

function belowThousand(value: number): string {
  return value === 100 ? 'cem' : joined(HUNDREDS[Math.floor(value / 100)], belowHundred(value % 100));
}

/** `value` from 1, masculine: `mil duzentos e trinta`. */
function wholeInWords(value: number): string {
  const groups = SCALES.map(({ size, one, many }) => ({ group: Math.floor(value / size) % 1000, one, many })).filter(
    ({ group }) => group > 0,
  );
  const spoken = groups.map(({ group, one, many }) => (group === 1 ? one : `${belowThousand(group)} ${many}`.trim()));
  const last = groups.at(-1)?.group ?? 0;
  // "e" joins only the last group, and only when it is below 100 or a multiple of 100: mil e cem, mil cento e um.
  const link = last < 100 || last % 100 === 0 ? ' e ' : ' ';
  return [spoken.slice(0, -1).join(' '), spoken.at(-1)].filter(Boolean).join(link);
}

function reaisInWords(reais: number): string {
  const currency = reais === 1 ? 'real' : 'reais';
  return `${wholeInWords(reais)} ${reais % 1e6 === 0 ? 'de ' : ''}${currency}`;
}

/**
 * An amount in words, as on receipts: R$ 3.100,86 is `três mil e cem reais e oitenta e seis centavos`.
 * @throws RangeError when negative, or not a whole number of centavos.
 */
export function amountInWords(amount: Cents): string {
  if (cents(amount) < 0) throw new RangeError('An amount in words is never negative');
  if (amount === 0) return 'zero real';
  const centavos = amount % 100;
  const reais = (amount - centavos) / 100;
  return joined(
    reais > 0 ? reaisInWords(reais) : '',
    centavos > 0 ? `${wholeInWords(centavos)} ${centavos === 1 ? 'centavo' : 'centavos'}` : '',
  );
}

/**
 * A whole number in words, as in contracts: 30 is `trinta`.
 * @throws RangeError when negative or fractional.
 */
export function numberInWords(value: number): string {
  if (cents(value) < 0) throw new RangeError('A number in words is never negative');
  return value === 0 ? 'zero' : wholeInWords(value);
}

/** 20/11/2026 is `vinte de novembro de dois mil e vinte e seis`. */
export function dateInWords(date: CalendarDate): string {
  const day = dayOf(date);
  const spoken = day === 1 ? 'primeiro' : wholeInWords(day);
  return `${spoken} de ${monthName(referenceOf(date))} de ${wholeInWords(yearOf(date))}`;
}

/** `trinta meses`, `um mês e quatro dias` */
export function periodInWords({ months, days }: Period): string {
  const spokenMonths = `${numberInWords(months)} ${months === 1 ? 'mês' : 'meses'}`;
  const spokenDays = `${numberInWords(days)} ${days === 1 ? 'dia' : 'dias'}`;
  if (months === 0) return spokenDays;
  return days === 0 ? spokenMonths : `${spokenMonths} e ${spokenDays}`;
}
