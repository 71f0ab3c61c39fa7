import { namedAgency } from '@morada/domain/base/agency-name';
import { formatDate } from '@morada/domain/base/calendar';
import { DRAWING_BOX } from '@morada/domain/signature/drawing';
import { SIGNATURE_CODE } from '@morada/domain/signature/envelope';
import { hiddenName, type RoomStage } from '@morada/domain/signature/room';
import { LEVEL_WORDS, type SignerChannel } from '@morada/domain/signature/words';
import type { FoundRoom, OpenRoom, RoomSigner } from '#api/modules/desk/signatures/room.service.ts';
import { timeAt } from '../../base/clock.ts';
import { type Html, html } from '../../base/html.ts';
import { momentWords } from '../../base/local-moment.ts';
import type { Asset } from '../kit/assets.ts';
import { consentField, type FormState, formNotice, inputField, textField } from '../kit/fields.ts';
import type { Errors, Values } from '../kit/form-values.ts';
import { icons } from '../kit/icons.ts';
import type { Page } from '../kit/layout.ts';
import { picturePath, viewPath } from './room.paths.ts';

const PRIVATE = html`<meta name="robots" content="noindex, nofollow"><meta name="referrer" content="no-referrer">`;

type Shown = { agency: string; room: OpenRoom; path: string; dress: Asset };
type Typed = { values: Values; errors: Errors; note?: string | undefined };

const momentText = (instant: string) => momentWords(new Date(instant));

const fact = (label: string, value: string | Html) => html`<div class="fact"><dt>${label}</dt><dd>${value}</dd></div>`;
const noteLine = (note: string | undefined) =>
  note && html`<p class="thanks" role="status">${icons.check}<span>${note}</span></p>`;

const head = (above: string, title: string) => html`<header><p class="eyebrow">${above}</p><h1>${title}</h1></header>`;

const page = ({ agency, dress }: Pick<Shown, 'agency' | 'dress'>, title: string, main: Html, script?: Asset): Page => ({
  ...{ title, agency, dress },
  head: PRIVATE,
  ...(script && { script }),
  main: html`<div class="room">
${main}
</div>`,
});

/**
 * What a link shows in a browser in which nobody has shown who they are: who asks, and what kind of paper. It names nobody,
 * since whoever was handed the link reads this.
 */
export function entryPage(shown: Omit<Shown, 'room'> & { room: FoundRoom }, { values, errors }: Typed): Page {
  const { agency, room, path } = shown;
  const state = { id: 'entrar', values, errors };
  const isOpen = room.stage === 'READ' || room.stage === 'SIGN' || room.stage === 'WAITING';
  return page(
    shown,
    'Assinar documento',
    html`${head(agency, isOpen ? 'Um documento para você assinar' : 'O documento que você assinou')}
<dl>${fact('Tipo', room.kindName)}${fact('Para', hiddenName(room.name))}${isOpen && fact('Assinar até', formatDate(room.deadline))}</dl>
<section aria-labelledby="entrar-titulo"><h2 id="entrar-titulo">Primeiro, diga quem você é</h2>
<p>Digite o CPF da pessoa a quem este link foi enviado. Não precisa de senha nem de cadastro.</p>
<form class="fields" method="post" action="${path}/entrar" novalidate data-once>${formNotice(state)}
${inputField(state, { name: 'cpf', label: 'Seu CPF', inputmode: 'numeric', autocomplete: 'off' })}
<button class="button main" type="submit">Abrir o documento</button>
</form></section>
<p class="hint">Recebeu este link de outra pessoa? Ele não é seu: ninguém pode assinar por ela. Avise ${namedAgency(agency)}.</p>`,
  );
}

const DOTS: Record<RoomSigner['state'], string> = {
  SIGNED: 'dot',
  ASKED: 'dot pending',
  WAITING: 'dot open',
  REFUSED: 'dot late',
  CLOSED: 'dot open',
};

const signerLine = ({ name, roleName, state, stateWords, signed_at, isSelf }: RoomSigner) =>
  html`<li><span>${name}${isSelf && html` <strong>(você)</strong>`}</span><span class="how"><span class="${DOTS[state]}"></span>${stateWords}</span><span class="dim">${roleName}${signed_at && `, em ${momentText(signed_at)}`}</span></li>`;

const signersPart = ({ signers, in_order: inOrder, stage }: OpenRoom) =>
  html`<section aria-labelledby="quem-assina"><h2 id="quem-assina">${isWhole(stage) ? 'Quem assinou' : 'Quem assina'}</h2>${inOrder && !isWhole(stage) && html`<p class="hint">Nesta ordem: cada pessoa recebe o link quando chega a vez dela.</p>`}<ol class="signers">${signers.map(signerLine)}</ol></section>`;

const isWhole = (stage: RoomStage) => stage === 'SEALING' || stage === 'DONE';

const hashPart = (label: string, sha256: string) => html`<dt>${label}</dt><dd class="hash">${sha256}</dd>`;

/** What nobody can do here, and how it is done. */
const changedPart = (agency: string) => html`<details><summary>Quem deve assinar mudou?</summary>
<p>Este link é só seu: não dá para passar a assinatura a outra pessoa, nem a quem tem a sua procuração. Se quem deve assinar é outra pessoa, fale com ${namedAgency(agency)}: o documento é preparado de novo com os dados dela, e este deixa de valer.</p></details>`;

const refusalPart = (path: string, { values, errors }: Typed) => {
  const state = { id: 'recusar', values, errors };
  return html`<details id="recusar"${Object.keys(errors).length > 0 && html` open`}><summary>Não quero assinar</summary>
<form class="fields" method="post" action="${path}/recusar" novalidate data-once>${formNotice(state)}
<p>Sua recusa encerra o documento para todas as pessoas, e o motivo vai para a imobiliária.</p>
${textField(state, { name: 'motivo', label: 'Por que não vai assinar' })}
<button class="button" type="submit">Recusar a assinatura</button>
</form></details>`;
};

/** Nothing of these is offered to whom it isn't the turn of. */
const otherWays = ({ agency, room, path }: Shown, refusal: Typed) =>
  html`<section aria-label="Outras opções">${mayAct(room) && refusalPart(path, refusal)}${changedPart(agency)}</section>`;

const mayAct = ({ stage }: { stage: RoomStage }) => stage === 'READ' || stage === 'SIGN';

const readForm = (path: string, { values, errors }: Typed) => {
  const state = { id: 'ler', values, errors };
  const wrong = errors.lido;
  return html`<form class="fields" id="ler" method="post" action="${path}/lido" novalidate data-read data-once>${formNotice(state)}
<input type="hidden" name="como" value="caixa">
<div class="field"><label class="check"><input type="checkbox" name="lido" value="sim"${wrong && html` aria-invalid="true" aria-describedby="ler-erro"`}><span>Li o documento inteiro.</span></label>
${wrong && html`<p class="wrong" id="ler-erro">${wrong}</p>`}</div>
<p class="hint" role="status" data-end></p>
<button class="button main" type="submit">Continuar para assinar</button>
</form>`;
};

type Reading = Shown & {
  script: Asset;
  /** Texts of the pages, to be read in place of the pictures. */
  texts?: readonly string[] | undefined;
  reading: Typed;
  refusal: Typed;
};

/** The whole paper, as pictures of its pages or as their text; the way on is below it. */
export function documentPage(shown: Reading): Page {
  const { agency, room, path, script, texts, reading } = shown;
  const count = room.pages.length;
  return page(
    shown,
    room.title,
    html`${head(room.stage === 'WAITING' || mayAct(room) ? `${agency} pede a sua assinatura` : agency, room.title)}
${room.stage === 'WAITING' && html`<div class="refused" role="status"><p><strong>Ainda não é a sua vez de assinar.</strong></p><p>Você já pode ler o documento. Quando as pessoas antes de você assinarem, avisamos ${channelWords(room.channel)}.</p></div>`}
<dl>${fact('Tipo', room.kindName)}${fact('Você assina como', room.roleName)}${fact('Assinar até', formatDate(room.deadline))}</dl>
${signersPart(room)}
<section aria-labelledby="o-documento"><h2 id="o-documento">${room.stage === 'READ' ? 'Leia o documento inteiro' : 'O documento'}</h2>
<p class="actions">${texts ? html`<a class="button" href="${viewPath(path, 'documento')}">Ver as páginas</a>` : html`<a class="button" href="${viewPath(path, 'texto')}">Ler como texto</a>`}<a class="button" href="${path}/documento">Abrir o PDF</a></p>
<ol class="sheets">${
      texts
        ? texts.map((words, index) => textSheet(words, index + 1, count))
        : room.pages.map((size, index) => pictureSheet(path, size, index + 1, count))
    }</ol>
<dl class="seal">${hashPart('SHA-256 do documento, antes das assinaturas', room.sha256)}</dl></section>
${room.stage === 'READ' && readForm(path, reading)}
${room.stage === 'SIGN' && html`<p><a class="button main" href="${viewPath(path, 'assinar')}">Continuar para assinar</a></p>`}
${room.stage === 'READ' && html`<p class="at" data-at hidden></p>`}
${otherWays(shown, shown.refusal)}`,
    script,
  );
}

const pictureSheet = (path: string, { width, height }: OpenRoom['pages'][number], number: number, count: number) =>
  html`<li data-sheet><img src="${picturePath(path, number)}" width="${Math.round(width)}" height="${Math.round(height)}"${number > 1 && html` loading="lazy"`} alt="Página ${number} de ${count} do documento. O mesmo está em “Ler como texto”."><p aria-hidden="true">${number} de ${count}</p></li>`;

const textSheet = (words: string, number: number, count: number) =>
  html`<li data-sheet><h3>Página ${number} de ${count}</h3><p class="words">${words.trim() || 'Esta página não tem texto: veja a página em imagem, ou o PDF.'}</p></li>`;

const CHANNEL_WORDS: Record<SignerChannel, string> = { EMAIL: 'por e-mail', SMS: 'por SMS', WHATSAPP: 'pelo WhatsApp' };
const channelWords = (channel: SignerChannel) => CHANNEL_WORDS[channel];

type Signing = Shown & { script: Asset; signing: Typed; refusal: Typed };

/** What is signed, how, and where the name is written. */
export function signingPage(shown: Signing): Page {
  const { agency, room, path, script, signing } = shown;
  return page(
    shown,
    `Assinar ${room.title}`,
    html`${head(`${agency} pede a sua assinatura`, 'Assinar')}
<dl>${fact('Documento', room.title)}${fact('Você assina como', room.roleName)}${fact('Assinar até', formatDate(room.deadline))}</dl>
<p class="actions"><a class="button" href="${viewPath(path, 'documento')}">Ler o documento de novo</a></p>
${noteLine(signing.note)}
<section aria-labelledby="que-assinatura"><h2 id="que-assinatura">${LEVEL_WORDS[room.level]}</h2>
<div class="plain">${room.consent.map((line) => html`<p>${line}</p>`)}</div>
<dl class="seal">${hashPart('SHA-256 do documento, antes das assinaturas', room.sha256)}</dl></section>
${room.codeUntil === null ? askPart(shown) : writePart(shown, room.codeUntil)}
${signersPart(room)}
${otherWays(shown, shown.refusal)}`,
    script,
  );
}

const askButtons = ({ channels }: OpenRoom, first: string) =>
  channels.map(
    ({ channel, target }, index) =>
      html`<button class="${index === 0 ? first : 'button'}" type="submit" name="canal" value="${channel}">${index === 0 ? 'Receber o código' : 'Receber'} ${channelWords(channel)}: ${target}</button>`,
  );

function askPart({ room, path, signing, agency }: Signing): Html {
  const state = { id: 'codigo', values: {}, errors: signing.errors };
  return html`<section id="codigo" aria-labelledby="codigo-titulo"><h2 id="codigo-titulo">Receba o seu código</h2>
${
  room.channels.length === 0
    ? html`<p>Agora não conseguimos enviar códigos. Tente mais tarde, ou fale com ${namedAgency(agency)}.</p>`
    : html`<p>Para assinar, mandamos um código a um contato que é só seu. Ele vale por ${SIGNATURE_CODE.minutes} minutos.</p>
<form class="fields" method="post" action="${path}/codigo" data-once>${formNotice(state)}${askButtons(room, 'button main')}</form>`
}</section>`;
}

function writePart({ room, path, signing }: Signing, until: string): Html {
  const { values, errors } = signing;
  const state: FormState = { id: 'assinar', values, errors };
  const way = values.modo === 'desenhar' ? 'desenhar' : 'digitar';
  return html`<section id="codigo" aria-labelledby="assinar-titulo"><h2 id="assinar-titulo">Escreva o código e assine</h2>
<p>Enviamos um código ${sentWords(room)}. Ele vale até ${timeAt(new Date(until))}.</p>
<form class="fields" method="post" action="${path}/assinar" novalidate data-sign data-once${values.modo === undefined && html` data-fresh`}>${formNotice(state)}
${inputField(state, { name: 'codigo', label: 'Código de 6 números', inputmode: 'numeric', autocomplete: 'one-time-code' })}
<fieldset class="modes" hidden><legend>Como quer assinar</legend>
<label><input type="radio" name="modo" value="desenhar"${way === 'desenhar' && html` checked`}><span>Desenhar</span></label>
<label><input type="radio" name="modo" value="digitar"${way === 'digitar' && html` checked`}><span>Digitar o nome</span></label>
</fieldset>
<div class="pad" hidden><canvas width="${DRAWING_BOX.width}" height="${DRAWING_BOX.height}" tabindex="-1" role="img" aria-label="Quadro para desenhar a assinatura com o dedo, a caneta ou o mouse"></canvas>
<input type="hidden" name="desenho" value="${values.desenho}">
<p class="wrong" role="alert" data-said>${errors.desenho}</p>
<button class="button" type="button" data-clear>Limpar e desenhar de novo</button></div>
${inputField(state, { name: 'nome', label: 'Seu nome completo, como assinatura', autocomplete: 'name' })}
${consentField(state, 'Li o que esta assinatura significa, e concordo.')}
<button class="button main" type="submit">Assinar o documento</button>
</form>
<form class="fields" method="post" action="${path}/codigo" data-once><p class="hint">O código não chegou? Um novo toma o lugar do anterior.</p>${askButtons(room, 'button')}</form></section>`;
}

const sentWords = ({ channels, codeChannel }: OpenRoom) => {
  const sent = channels.find(({ channel }) => channel === codeChannel);
  return sent ? `${channelWords(sent.channel)} para ${sent.target}` : 'a você';
};

const missingWords = (missing: number) =>
  missing === 1 ? 'Falta 1 pessoa assinar.' : `Faltam ${missing} pessoas assinarem.`;

/** What who signed keeps: when, what, and the file once everybody has signed. */
export function receiptPage(shown: Shown & { script: Asset }): Page {
  const { agency, room, path, script } = shown;
  const missing = room.signers.filter(({ state }) => state !== 'SIGNED').length;
  const isDone = room.stage === 'DONE';
  return page(
    shown,
    isDone ? 'Documento assinado' : 'Você assinou',
    html`${head(agency, isDone ? 'Todos assinaram' : 'Você assinou')}
<p class="thanks" role="status">${icons.check}<span><strong>${room.title}</strong><br>${room.signed_at && `Assinado por você em ${momentText(room.signed_at)}, horário de Brasília.`} ${
      isDone
        ? 'O documento assinado está pronto.'
        : room.stage === 'SEALING'
          ? 'Todos assinaram. O arquivo assinado está sendo preparado: leva alguns instantes.'
          : `${missingWords(missing)} Quando todas assinarem, avisamos ${channelWords(room.channel)} com o documento assinado.`
    }</span></p>
${isDone && html`<p class="actions"><a class="button main" href="${path}/assinado">Baixar o documento assinado</a>${room.checkPath && html`<a class="button" href="${room.checkPath}">Conferir o documento</a>`}</p>`}
<section aria-labelledby="sua-assinatura"><h2 id="sua-assinatura">A sua assinatura</h2>
${signaturePart(room)}
<dl class="seal">${hashPart('SHA-256 do documento que você assinou', room.sha256)}${room.signed_sha256 && hashPart('SHA-256 do arquivo com todas as assinaturas', room.signed_sha256)}${room.check_code && isDone && html`<dt>Código para conferir</dt><dd class="hash">${room.check_code}</dd>`}</dl>
<p class="hint">Um SHA-256 é a impressão digital do arquivo: se uma vírgula mudar, ele muda.</p>
<p class="actions"><a class="button" href="${viewPath(path, 'documento')}">Ver o documento</a></p></section>
${signersPart(room)}
${room.stage === 'SEALING' && html`<p class="hint" data-watch="${path}">Esta página se atualiza sozinha. Se não, <a class="lead" href="${path}">veja de novo</a>.</p>`}`,
    room.stage === 'SEALING' ? script : undefined,
  );
}

const signaturePart = ({ signature }: OpenRoom) =>
  signature &&
  (signature.kind === 'DRAWN'
    ? html`<svg class="mine" viewBox="0 0 ${DRAWING_BOX.width} ${DRAWING_BOX.height}" role="img" aria-label="Assinatura desenhada por você"><path d="${signature.data}"/></svg>`
    : html`<p class="typed">${signature.data}</p>`);

type Ended = Extract<RoomStage, 'REFUSED' | 'EXPIRED' | 'WITHDRAWN' | 'CLOSED'>;
const ENDED: Record<Ended, { title: string; why: string }> = {
  REFUSED: {
    title: 'Este documento não será assinado',
    why: 'Uma das pessoas recusou a assinatura, e o documento foi encerrado. Se for preparado outro, você recebe um novo link.',
  },
  EXPIRED: {
    title: 'O prazo para assinar acabou',
    why: 'Este documento não pode mais ser assinado. Se ele ainda for necessário, a imobiliária prepara outro e envia um novo link.',
  },
  WITHDRAWN: {
    title: 'Este documento foi retirado',
    why: 'Ele deixou de valer, também para quem já tinha assinado. Se for preparado outro, você recebe um novo link.',
  },
  CLOSED: {
    title: 'Este endereço não abre mais',
    why: 'Confira se ele está completo. Se estiver, ele foi trocado por outro, ou o documento já foi encerrado: fale com a imobiliária.',
  },
};

export const isEnded = (stage: RoomStage): stage is Ended => stage in ENDED;

/**
 * A paper that ended unsigned, or a link that is wrong: all wrong links say the same.
 * @param own what its signer is told besides (`cause`), or in place of what everybody may read
 */
export function endedPage(agency: string, stage: Ended, own?: { title?: string; cause?: string; why?: string }): Page {
  const { title, why } = { ...ENDED[stage], ...own };
  return {
    title,
    agency,
    head: PRIVATE,
    main: html`<div class="message"><span class="plate">${icons.home}</span><h1>${title}</h1>${own?.cause && html`<p>${own.cause}</p>`}<p>${why}</p></div>`,
  };
}
