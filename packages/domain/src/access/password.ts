import { withoutEnds } from '../base/ends.ts';

/** Common passwords; each also covers its variants in case, accents, digits and signs. */
const COMMON = new Set(
  `admin administrador administrator adm root user usuario suporte gerente diretor diretoria financeiro secretaria recepcao
  atendimento contato corretor corretora corretores vendas locacao aluguel alugueis imovel imoveis imobiliaria morada demo
  teste test guest convidado padrao default sistema system master mestre senha senhas minha nova password pass passwd
  passw pwd secret segredo acesso access login entrar welcome bemvindo mudar mudarsenha alterar trocar changeme letmein
  qwerty asdf zxcv qazwsx iloveyou teamo amor amore amorzinho love lovely princesa princess gabriel gabriela maria mariana
  jose joao ana pedro lucas mateus matheus rafael rafaela daniel daniela fernando fernanda eduardo carlos marcos paulo
  bruno rodrigo felipe guilherme gustavo leonardo julia juliana amanda beatriz camila carolina larissa leticia patricia
  vanessa vitoria victoria michael jessica ashley daniel jordan charlie thomas jesus deus deusefiel jesuscristo cristo
  senhor gratidao felicidade familia filhos brasil brazil flamengo corinthians palmeiras saopaulo santos vasco gremio
  internacional cruzeiro atletico galo botafogo fluminense football futebol baseball soccer liverpool chelsea barcelona
  dragon monkey shadow sunshine superman batman pokemon naruto starwars computer computador internet google facebook
  instagram whatsapp microsoft windows samsung android iphone apple cookie chocolate banana estrela mustang ferrari
  summer winter verao inverno outono primavera janeiro fevereiro marco abril maio junho julho agosto setembro outubro
  novembro dezembro segunda freedom liberdade whatever trustno one hello hola mundo world abc xyz blink killer hunter
  ranger ginger pepper tigger buster soccer hockey donald trump matrix secreta privado empresa office escritorio trabalho`
    .split(/\s+/)
    .filter(Boolean),
);

/** Runs of adjacent keys, of the alphabet and of digits. */
const ROWS = [
  '01234567890123456789',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjklç',
  'zxcvbnm',
  'qwertyuiopasdfghjklzxcvbnm',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm',
  'qazwsxedcrfvtgbyhnujm',
  'aqswdefrgthyjukilo',
].flatMap((row) => [row, [...row].reverse().join('')]);

const WRITTEN_AS: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
};

const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const letters = (text: string) =>
  text.replace(/[013457@$]/g, (sign) => WRITTEN_AS[sign] ?? '').replace(/[^\p{L}]/gu, '');

/** The words of names, addresses and e-mails, alone and run together. */
function ownWords(own: readonly string[]): string[] {
  return own.flatMap((text) => {
    const words = plain(text)
      .split(/[^\p{L}]+/u)
      .filter((word) => word.length > 2);
    return [...words, words.join('')];
  });
}

const onARow = (text: string, least: number) => text.length >= least && ROWS.some((row) => row.includes(text));
/** `aaaaaaaa`, `abababab`, `12341234`: one short piece repeated. */
function isRepeated(text: string): boolean {
  const characters = [...text];
  return new Set(characters).size <= 4 && [1, 2, 3, 4].some((size) => repeats(characters, size));
}

/** Whether the first `size` characters follow at least once more, and then at most three others. */
function repeats(characters: readonly string[], size: number): boolean {
  const other = characters.findIndex((character, at) => character !== characters[at % size]);
  const alike = other === -1 ? characters.length : other;
  const whole = alike - (alike % size);
  return whole >= 2 * size && characters.length - whole <= 3;
}
/** A date, such as `25121990` or `1990-12-25`. */
const isDay = (digits: string) =>
  /^(0[1-9]|[12]\d|3[01])(0[1-9]|1[0-2])(19|20)\d\d$/.test(digits) ||
  /^(19|20)\d\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])$/.test(digits);

/**
 * Whether a password is easily guessed: a common word or one of `own` (the person's name and e-mail, the agency's
 * name), or two of them together, ignoring digits and signs; a run of adjacent keys; a repetition; a date. No character
 * class is required, and long phrases pass.
 */
export function isGuessable(password: string, own: readonly string[] = []): boolean {
  const typed = plain(password);
  const bare = typed.replace(/[^\p{L}\d]/gu, '');
  if (isRepeated(typed) || onARow(bare, 6) || isDay(bare)) return true;
  const known = new Set([...COMMON, ...ownWords(own)]);
  const isKnown = (word: string) => known.has(word) || onARow(word, 4) || isRepeated(word);
  const isTwo = (word: string) =>
    [...word].some((_, at) => at > 1 && isKnown(word.slice(0, at)) && isKnown(word.slice(at)));
  return [withoutEnds(typed, /[^\p{L}]/u), withoutEnds(typed, /[^\p{L}@$]/u)]
    .map(letters)
    .some((word) => word !== '' && (isKnown(word) || isTwo(word)));
}
