import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '../../..');
const SOURCES = [
  'apps/web/src/**/*.{ts,tsx}',
  'apps/api/src/{modules,pages}/**/*.ts',
  'packages/{domain,contract}/src/**/*.ts',
];

/** Words that nobody at an agency says, each with what is said instead. */
const SAID_OTHERWISE: readonly (readonly [RegExp, string])[] = [
  [/\bVazio(?::| na )/, 'Em branco'],
  [/ala com o banco/, 'Conexão com o banco'],
  [/Desligar (?:do banco|o banco|conta|uma conta)/, 'Desconectar'],
  [/Desistir d[eo] (?:um )?arquivo/, 'Descartar arquivo'],
  [/dinheiro se moveu/, 'na data da movimentação'],
  [/cuidou por último/, 'Último responsável'],
  [/Não quer mensagens|Voltou a querer/, 'Registrar recusa, Reativar envio'],
  [/proteções deixam/, 'assim que as regras permitirem'],
  [/\bPôr em\b/, 'Colocar em'],
  [/title: 'Por'/, 'Criado por'],
  [/\b[Vv]is(?:ão “|ões desta|ões: )|Salvar visão|'Visões'/, 'Filtros salvos'],
  [/\b[Aa]notad[ao]s?\b|\bAnotar\b/, 'Registrado, Registrar'],
  [/Pede uma pessoa/, 'Precisa de atenção'],
  [/'Explicar'|Explicar (?:um )?movimento|em explicação/, 'Identificar'],
  [/[Ff]ora do banco/, 'Não passou pela conta'],
  [/Pagar por prazo/, 'Pagar repasses'],
  [/label: 'Liquidados'/, 'A liquidar'],
  [/rec e cobr\b/, 'o Pix Automático'],
  [/alterar o que é dos impostos/, 'configurar impostos'],
  [/\b[Cc]hamados?\b(?! de |:)/, 'Ticket'],
  [/'Lig(?:ad[oa]|ando)'/, 'Conectado'],
  [/[Bb]anco (?:está )?(?:des)?ligado|[Ll]ig(?:ar|ue) o banco/, 'conectado'],
  [/\bDias [−-]\d|'Dias [−-]/, '5 dias antes'],
  [/['"`>](?:Excluir|Apagar) (?:fatura|contrato|imóvel|cliente|boleto|repasse|grupo|modelo|usuário)/, 'Deletar'],
];

/** Comments. Left out as files: the client area, which speaks to clients in words of its own, and the words that the palette hears. */
const isText = (line: string) => !/^\s*(?:\/\/|\/\*|\*|import )/.test(line);

const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: ROOT })).filter(
  (file) => !/\.test\.tsx?$|pages\/client-area|shell\/palette/.test(file),
);

test.each(SAID_OTHERWISE)('%s is said otherwise: %s', (word) => {
  const found = files.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (isText(line) && word.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});

test('a transfer is called so on the specified tabs of a contract alone, and Repasse everywhere else', () => {
  const named = files.filter((file) => file.startsWith('apps/web/') && !/features\/contracts\/record\//.test(file));
  const found = named.flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      // The words of a refused refund are the specification's.
      .filter((line) => isText(line) && /[Tt]ransferências?\b/.test(line) && !line.includes('estornar a transferência'))
      .map((line) => `${file} ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test('the texts of the whole interface are read', () => expect(files.length).toBeGreaterThan(1_500));

test('a sentence names the agency with its article: "com a Imobiliária Serra", "da Imobiliária Serra"', () => {
  const bare = /\b(?:com|d[eo]|para|em|sobre) \$\{(?:\w+\.)*agency(?:\.name)?\}/;
  const found = globSync('{packages/domain/src,apps/api/src/{modules,pages}}/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((line, at) => (bare.test(line) ? [`${file}:${at + 1} ${line.trim()}`] : [])),
  );
  expect(found).toEqual([]);
});
