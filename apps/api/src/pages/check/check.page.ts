import { namedAgency } from '@morada/domain/base/agency-name';
import { LEVEL_WORDS, type SignatureLevel } from '@morada/domain/signature/words';
import { type CheckedSignature, checkPath } from '#api/modules/desk/signatures/check.service.ts';
import { type Html, html } from '../../base/html.ts';
import { momentWords } from '../../base/local-moment.ts';
import type { Asset } from '../kit/assets.ts';
import { inputField } from '../kit/fields.ts';
import { CHECK_PATH } from '../kit/footer.ts';
import type { Errors } from '../kit/form-values.ts';
import type { Page } from '../kit/layout.ts';

type Shown = { agency: string; script: Asset };

/** Finds a paper by its code, by its hash, or by the file itself, of which the browser sends the hash alone. */
export const searchPage = ({ agency, script }: Shown, typed: { value: string; error?: string | undefined }): Page => ({
  title: 'Conferir documento assinado',
  agency,
  home: '/',
  script,
  main: html`<div class="invoice">
<div class="head"><h1>Conferir documento assinado</h1>
<p class="address">Veja se um documento foi assinado com ${namedAgency(agency)}, por quem e quando, e se o arquivo que você tem é o mesmo.</p></div>
<div class="pay">
<section aria-label="Pelo código">
<h2>Pelo código</h2>
<p>Está no pé de cada página e no fim do documento, na página de evidências.</p>
${searchForm(typed)}
</section>
${fileSection(null)}
${byHand('Com o resultado, use o campo acima.')}
</div>
</div>`,
});

function searchForm({ value, error }: { value: string; error?: string | undefined }): Html {
  const form = { id: 'conferir', values: { busca: value }, errors: errorOf('busca', error) };
  return html`<form class="fields" method="get" action="${CHECK_PATH}">
${inputField(form, { name: 'busca', label: 'Código ou SHA-256', autocomplete: 'off' })}
<button class="button main" type="submit">Conferir</button>
</form>`;
}

const errorOf = (name: string, error: string | undefined): Errors => (error ? { [name]: error } : {});

/** How a file compares with a signed paper. */
export type Comparison = 'SIGNED' | 'PAPER' | 'OTHER';

export const COMPARED: Record<Comparison, string> = {
  SIGNED: 'Confere: o arquivo é o documento assinado, sem nenhuma mudança.',
  PAPER: 'O arquivo é o documento antes das assinaturas. O assinado é outro arquivo: peça-o a quem mandou este.',
  OTHER:
    'Não confere: o arquivo não é o documento assinado, ou foi mudado depois. Basta uma letra para ser outro arquivo.',
};

/** A comparison with the hash that somebody sent. */
export function compareHash({ sha256, signed_sha256 }: CheckedSignature, hash: string): Comparison {
  if (hash === signed_sha256) return 'SIGNED';
  return hash === sha256 ? 'PAPER' : 'OTHER';
}

const LEVELS: Record<SignatureLevel, string> = {
  ADVANCED: 'As partes aceitaram este meio no próprio documento (Lei 14.063/2020, art. 4º, II).',
  SIMPLE: 'Liga cada pessoa ao documento por link, CPF e código (Lei 14.063/2020, art. 4º, I).',
};

type Sent = { hash: string; error?: never } | { hash?: never; error: string } | undefined;

/** What is known of a signed paper. `sent`: the hash that somebody compares with it. */
export const checkedPage = ({ agency, script }: Shown, checked: CheckedSignature, sent: Sent): Page => ({
  title: checked.kind,
  agency,
  home: '/',
  script,
  head: html`<meta name="robots" content="noindex, nofollow">`,
  main: html`<div class="invoice">
<div class="head">
${state(checked)}
<h1>${checked.kind}</h1>
<p class="address">${people(checked)} em ${momentWords(checked.at)} (horário de Brasília), com ${namedAgency(agency)}.</p>
</div>
${facts(checked)}
<div class="pay">
${sent?.hash && outcome(compareHash(checked, sent.hash))}
${checked.signed_sha256 && fileSection(checked)}
${hashSection(checked, sent)}
${byHand()}
<p><a class="button" href="${CHECK_PATH}">Conferir outro documento</a></p>
</div>
</div>`,
});

function state({ signed_sha256, corrected_by }: CheckedSignature): Html {
  if (!signed_sha256)
    return html`<p class="state"><span class="dot pending"></span>Assinado por todos <span class="dim">o arquivo está sendo fechado: volte em alguns minutos</span></p>`;
  if (corrected_by)
    return html`<p class="state"><span class="dot pending"></span>Assinado e corrigido</p>
<p>Há um documento mais novo, que corrige este, assinado em ${momentWords(corrected_by.at)}: <a href="${checkPath(corrected_by.code)}">ver o documento ${corrected_by.code}</a>.</p>`;
  return html`<p class="state"><span class="dot"></span>Assinado</p>`;
}

const people = ({ signers: { length } }: CheckedSignature) =>
  length === 1 ? 'Assinado por uma pessoa' : `Assinado por ${length} pessoas, a última`;

function facts(checked: CheckedSignature): Html {
  const { code, signers, level, sealed, elsewhere, sha256, signed_sha256, corrects, pages } = checked;
  const rows = signers.map(
    ({ first_name, role, cpf, at }) =>
      html`<tr><th scope="row">${first_name}<span>${[role, cpf && `CPF ${cpf}`].filter(Boolean).join(', ')}</span></th><td>${momentWords(at)}</td></tr>`,
  );
  return html`<section class="bill" aria-label="Quem assinou">
<h2>Quem assinou</h2>
<table><tbody>${rows}</tbody></table>
<p class="rule">${LEVEL_WORDS[level]}. ${LEVELS[level]}</p>
${sealed && html`<p class="rule">O arquivo tem o selo do certificado digital da imobiliária (ICP-Brasil): qualquer programa que valida assinaturas em PDF o confere, como o do ITI, em validar.iti.gov.br.</p>`}
${elsewhere && html`<p class="rule">Assinado em um serviço de assinatura contratado pela imobiliária, que guarda as evidências no próprio arquivo.</p>`}
${corrects && html`<p class="rule">Corrige um documento anterior: <a href="${checkPath(corrects)}">${corrects}</a></p>`}
<p class="rule">Código ${code}. ${pages === 1 ? 'Uma página' : `${pages} páginas`}, mais as evidências.</p>
<p class="rule">SHA-256 do arquivo assinado ${signed_sha256 ? spaced(signed_sha256) : 'ainda não há'}</p>
<p class="rule">SHA-256 do documento antes das assinaturas ${spaced(sha256)}</p>
</section>`;
}

const spaced = (hash: string) => `${hash.slice(0, 32)} ${hash.slice(32)}`;

const outcome = (comparison: Comparison) =>
  html`<div class="fields"><p class="notice${comparison === 'SIGNED' && ' good'}" role="status">${COMPARED[comparison]}</p></div>`;

/** For the script, which shows it where it can compute a hash: the file itself goes nowhere. */
function fileSection(checked: CheckedSignature | null): Html {
  const words = checked
    ? html` data-signed="${checked.signed_sha256}" data-paper="${checked.sha256}" data-words="${JSON.stringify(COMPARED)}"`
    : html` data-search="${CHECK_PATH}?busca="`;
  return html`<div data-check${words} hidden><section aria-label="Pelo arquivo">
<h2>${checked ? 'Comparar o seu arquivo' : 'Pelo arquivo'}</h2>
<p>Escolha o PDF. Ele não sai do seu aparelho: a conta é feita aqui, no navegador.</p>
<div class="fields"><div class="field"><label for="arquivo">Arquivo em PDF</label><input type="file" id="arquivo" accept="application/pdf,.pdf"></div>
<p class="notice" role="status" hidden></p></div>
</section></div>`;
}

function hashSection({ code }: CheckedSignature, sent: Sent): Html {
  const form = {
    id: 'comparar',
    values: { sha256: sent?.hash ?? '' },
    errors: errorOf('sha256', sent?.error),
  };
  return html`<section aria-label="Pelo SHA-256">
<h2>Comparar pelo SHA-256</h2>
<form class="fields" method="get" action="${checkPath(code)}">
${inputField(form, { name: 'sha256', label: 'SHA-256 do seu arquivo', autocomplete: 'off' })}
<button class="button" type="submit">Comparar</button>
</form>
</section>`;
}

const byHand = (then?: string) => html`<section aria-label="Como calcular o SHA-256">
<h2>Como calcular o SHA-256</h2>
<p>É um número que muda inteiro se uma só letra do arquivo mudar. Seu computador o calcula sem enviar o arquivo a ninguém:</p>
<ul class="ways">
<li>No Windows, no Prompt de Comando: <code>certutil -hashfile documento.pdf SHA256</code></li>
<li>No Linux: <code>sha256sum documento.pdf</code></li>
<li>No Mac: <code>shasum -a 256 documento.pdf</code></li>
</ul>
${then && html`<p>${then}</p>`}
</section>`;
