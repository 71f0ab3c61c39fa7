import { fastifyCookie } from '@fastify/cookie';
import formbody from '@fastify/formbody';
import multipart from '@fastify/multipart';
import type { UploadedFile } from '@morada/contract/base/endpoint';
import { LIMITS } from '@morada/contract/base/limits';
import { Problem } from '@morada/contract/base/problem';
import { FormConsent, FormPaper } from '@morada/contract/lease/application-form';
import { DOCUMENT_UPLOAD } from '@morada/contract/registry/files';
import {
  type FormDocument,
  type FormStep,
  isAnswered,
  nextStep,
  otherBeginning,
  stepsOf,
  withStep,
} from '@morada/domain/application/form';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { draftStore } from '#api/modules/doors/form-drafts/form-drafts.service.ts';
import { agencyName } from '#api/modules/doors/site/site.service.ts';
import * as service from '#api/modules/lease/applications/form.service.ts';
import { formPath } from '#api/modules/lease/applications/form-link.service.ts';
import { faceOf } from '#api/modules/registry/agency/face.service.ts';
import { present } from '../../base/present.ts';
import type { Deps } from '../../context.ts';
import { inlineAs } from '../../http/disposition.ts';
import { limiter } from '../../http/limiter.ts';
import { reportedProblem } from '../../http/problem-details.ts';
import { type Admission, drain } from '../../http/upload-gate.ts';
import { readAssets } from '../kit/assets.ts';
import { formDrafts } from '../kit/form-drafts.ts';
import { attempt, readValues, takeForm, type Values } from '../kit/form-values.ts';
import { layout, type Page } from '../kit/layout.ts';
import { failurePage, messagePage } from '../kit/message-page.ts';
import { closedFormPage, codePage, FILES_AT_ONCE, type Notice, sentFormPage, stepPage } from './form.page.ts';
import { STEP_NAMES, stepNamed, stepPath } from './form.paths.ts';
import { fillAddress, shownValues, takeStep } from './form.request.ts';

/** Forbids caching and indexing, and sends no referrer. */
const PRIVATE = { 'cache-control': 'no-store', 'x-robots-tag': 'noindex, nofollow', 'referrer-policy': 'no-referrer' };
/** A served document may run no scripts and load nothing external. */
const SERVED_FILE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; frame-ancestors 'none'";
const FORM_BYTES = 64 * 1_024;
const FILES_BYTES = FILES_AT_ONCE * DOCUMENT_UPLOAD.maxBytes + 20_000;
const TOKEN = /^[\w-]{43}$/;
/** Seconds for which a browser keeps a form open; the link ends before. */
const COOKIE_SECONDS = 90 * 24 * 60 * 60;

type Params = { id: string; word: string };
type Opened = { path: string; form: service.OpenForm };

/** Whether a form has a step, or becomes a company's or a person's by it. */
const isStepOf = ({ role, answers }: service.OpenForm, step: FormStep) =>
  stepsOf(role, answers).includes(step) || otherBeginning(role, answers) === step;

/** Forms of would-be tenants, spouses and guarantors, by a link without a password; they work without scripts. */
export async function applicationPages(app: FastifyInstance, deps: Deps, { web }: { web?: string | undefined }) {
  const assets = await readAssets(web);
  // A file that is too large is reported by name, and doesn't prevent storing the others.
  await app.register(multipart, { throwFileSizeLimit: false });
  await app.register(formbody, { bodyLimit: FORM_BYTES });
  const reads = limiter(app, LIMITS.link);
  const changes = limiter(app, LIMITS.application);
  const drafts = formDrafts(draftStore(deps), { ...deps, limit: limiter(app, LIMITS.draft) });
  const secure = deps.publicUrl?.startsWith('https:') ?? false;
  const cookie = secure ? '__Secure-ficha' : 'ficha';

  const send = async (reply: FastifyReply, page: Page, status?: number) => {
    const face = page.agency === undefined ? undefined : await faceOf(deps);
    if (status !== undefined) reply.status(status);
    return reply
      .headers(PRIVATE)
      .type('text/html; charset=utf-8')
      .send(layout(assets, face, page).text);
  };

  app.setErrorHandler((error, request, reply) => {
    const { status, message } = reportedProblem(request, error);
    return send(
      reply,
      status < 500 ? messagePage(undefined, 'Não foi possível abrir esta página', message) : failurePage(request.id),
      status,
    );
  });

  const open = async (request: FastifyRequest): Promise<Opened | undefined> => {
    const { id, word } = request.params as Params;
    if (!/^[1-9]\d{0,14}$/.test(id) || !TOKEN.test(word)) return undefined;
    const token = fastifyCookie.parse(request.headers.cookie ?? '')[cookie] ?? '';
    const form = await service.openForm(deps, Number(id), word, TOKEN.test(token) ? token : undefined);
    return form && { form, path: formPath(form.id, word) };
  };

  /** Makes the browser one in which the form is open. */
  const keep = (reply: FastifyReply, { form }: Opened, token: string) =>
    reply.header(
      'set-cookie',
      fastifyCookie.serialize(cookie, token, {
        ...{ httpOnly: true, sameSite: 'lax', secure, path: `/ficha/${form.id}`, maxAge: COOKIE_SECONDS },
      }),
    );

  const onTo = (reply: FastifyReply, address: string) => reply.headers(PRIVATE).redirect(address, 303);
  const formOf = ({ form }: Opened, part: string) => `ficha-${form.id}-${part}`;
  const agencyOf = () => agencyName(deps);

  /**
   * Runs the work of a form that is sent. A link that doesn't open, a browser that isn't the form's and too many calls are
   * answered before; the page says why.
   */
  const post = (
    url: string,
    work: (opened: Opened, request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
    { bodyLimit = FORM_BYTES, anywhere = false } = {},
  ) =>
    app.post(`/ficha/:id/:word${url}`, { bodyLimit }, async (request, reply) => {
      const refusal = await changes(request, reply);
      const opened = refusal ? undefined : await open(request);
      if (opened && (opened.form.isHere || anywhere)) return work(opened, request, reply);
      drain(request);
      if (refusal) throw refusal;
      return opened ? onTo(reply, opened.path) : send(reply, closedFormPage(await agencyOf()), 404);
    });

  app.get('/ficha/:id/:word', async (request, reply) => {
    const refusal = await reads(request, reply);
    if (refusal) throw refusal;
    const opened = await open(request);
    const agency = await agencyOf();
    if (!opened) return send(reply, closedFormPage(agency), 404);
    const { form, path } = opened;
    if (!form.isHere) {
      const draft = await drafts.find(request, reply, formOf(opened, 'codigo'));
      const notice = { good: draft?.note };
      return send(reply, codePage({ agency, form, path, notice, values: {}, errors: draft?.errors ?? {} }));
    }
    const { passo, enviados } = request.query as { passo?: unknown; enviados?: unknown };
    if (form.state === 'SENT') return send(reply, sentFormPage({ agency, form, path }));
    const asked = stepNamed(passo);
    const kinds = { role: form.role, answers: form.answers, documents: form.documents.map(({ kind }) => kind) };
    const step = asked && isStepOf(form, asked) ? asked : nextStep(kinds);
    const draft = await drafts.find(request, reply, formOf(opened, STEP_NAMES[step]), formOf(opened, 'aviso'));
    const kept = isAnswered(step) ? shownValues(form.answers[step]) : {};
    const isBlank = (step === 'person' || step === 'company') && form.answers[step] === undefined;
    const begun: Values = isBlank ? { name: form.name } : {};
    const isStep = draft && 'passo' in draft.values;
    return send(
      reply,
      stepPage({
        ...{ agency, form, path, step },
        values: isStep ? draft.values : { ...begun, ...kept },
        errors: isStep || draft?.isLost ? draft.errors : {},
        note: isStep ? draft.note : undefined,
        notice: noticeOf(draft && !isStep ? draft : undefined, enviados),
        code: draft?.values.codigo,
        scripts: [assets.papers, assets.fields],
      }),
    );
  });

  app.get('/ficha/:id/:word/documento/:document', async (request, reply) => {
    const refusal = await reads(request, reply);
    if (refusal) throw refusal;
    const opened = await open(request);
    const { document } = request.params as { document: string };
    if (!opened?.form.isHere || !/^\d{1,15}$/.test(document)) return send(reply, closedFormPage(await agencyOf()), 404);
    const { stream, name, media_type } = await service.openFormDocument(deps, opened.form, Number(document));
    return reply
      .headers({ ...PRIVATE, 'content-security-policy': SERVED_FILE_POLICY, 'content-disposition': inlineAs(name) })
      .type(media_type)
      .send(stream);
  });

  /** Shows a step again with what was typed. */
  const again = (
    reply: FastifyReply,
    opened: Opened,
    step: FormStep,
    draft: Omit<Parameters<typeof drafts.redirect>[2], 'form'>,
  ) =>
    drafts.redirect(reply.headers(PRIVATE), stepPath(opened.path, step), {
      ...draft,
      form: formOf(opened, STEP_NAMES[step]),
      values: { ...draft.values, passo: STEP_NAMES[step] },
    });

  /** Shows a step with lines above it: of refused files, of a code. */
  const told = (reply: FastifyReply, opened: Opened, step: FormStep, draft: Partial<Draft> & { status: number }) =>
    drafts.redirect(
      reply.headers(PRIVATE),
      `${stepPath(opened.path, step)}${draft.status < 400 ? '' : '&recusa=sim'}`,
      {
        ...{ form: formOf(opened, 'aviso'), values: {}, errors: {}, ...draft },
      },
    );
  type Draft = Parameters<typeof drafts.redirect>[2];

  post('', async (opened, request, reply) => {
    const { form, path } = opened;
    const step = stepNamed((request.query as { passo?: unknown }).passo);
    if (!step || !isAnswered(step) || !isStepOf(form, step)) return onTo(reply, path);
    const values = readValues(request.body);
    if (step === 'home' && values.buscar === 'cep')
      return again(reply, opened, step, { ...(await fillAddress(deps, values)), status: 200 });
    const { errors, status, token } = await takeStep(deps, form, step, values);
    if (Object.keys(errors).length > 0) return again(reply, opened, step, { values, errors, status });
    await drafts.drop(request);
    if (token !== undefined) keep(reply, opened, token);
    const steps = stepsOf(form.role, withStep(form.answers, step, {} as never));
    return onTo(reply, stepPath(path, steps[steps.indexOf(step) + 1] ?? 'consent'));
  });

  post(
    '/documentos/:kind',
    async (opened, request, reply) => {
      const { kind } = request.params as { kind: string };
      const paper = FormPaper.safeParse(kind);
      if (!paper.success || !opened.form.isKnown) {
        drain(request);
        return onTo(reply, opened.path);
      }
      const admission = { kind: 'visitor', caller: `application ${opened.form.id}`, most: FILES_BYTES } as const;
      const { added, refused } = await request.server.uploads.within(request, admission, (admitted) =>
        takeFiles(deps, opened.form, paper.data, request, admitted),
      );
      if (refused.length === 0) return onTo(reply, `${stepPath(opened.path, 'documents')}&enviados=${added}`);
      const errors = Object.fromEntries(refused.map((line, index) => [`${index}`, line]));
      const note = added > 0 ? receivedWords(added) : undefined;
      return told(reply, opened, 'documents', { errors, note, status: 422 });
    },
    { bodyLimit: FILES_BYTES },
  );

  post('/documento/:document/remover', async (opened, request, reply) => {
    const { document } = request.params as { document: string };
    const outcome = await attempt(() => service.removeFormDocument(deps, opened.form, Number(document) || 0));
    if (outcome.status >= 400) return told(reply, opened, 'documents', outcome);
    return onTo(reply, stepPath(opened.path, 'documents'));
  });

  post('/enviar', async (opened, request, reply) => {
    const typed = { consent: readValues(request.body).consent === 'sim' };
    const outcome = await takeForm(FormConsent, typed, () => service.sendForm(deps, opened.form));
    if (outcome.status >= 400) return again(reply, opened, 'consent', { ...outcome, values: {} });
    return onTo(reply, opened.path);
  });

  post('/desistir', async (opened, request, reply) => {
    if (!opened.form.isKnown) return onTo(reply, opened.path);
    if (readValues(request.body).confirma !== 'sim') {
      const errors = { confirma: 'Para desistir, marque a caixa e aperte o botão de novo.' };
      return told(reply, opened, 'consent', { errors, status: 422 });
    }
    await service.giveUp(deps, opened.form);
    return onTo(reply, opened.path);
  });

  post(
    '/codigo',
    async (opened, request, reply) => {
      const { form, path } = opened;
      const { pedir, codigo = '' } = readValues(request.body);
      if (pedir === 'mostrar' && form.isKnown) {
        let code = '';
        const outcome = await attempt(async () => {
          code = await service.showCode(deps, form);
        });
        const step = nextStep({ ...form, documents: form.documents.map(({ kind }) => kind) });
        return told(reply, opened, step, { ...outcome, values: code ? { codigo: code } : {} });
      }
      if (form.isHere) return onTo(reply, path);
      const codeAgain = (draft: Partial<Draft> & { status: number }) =>
        drafts.redirect(reply.headers(PRIVATE), path, {
          ...{ form: formOf(opened, 'codigo'), values: {}, errors: {}, ...draft },
        });
      if (pedir === 'email') {
        const outcome = await attempt(() => service.mailCode(deps, form));
        return codeAgain(
          outcome.status >= 400 ? outcome : { status: 200, note: 'Enviamos um código para o e-mail da ficha.' },
        );
      }
      let token: string | undefined;
      const outcome = await attempt(async () => {
        token = await service.enterCode(deps, form, codigo.replace(/\D/g, ''));
      });
      if (token === undefined) return codeAgain(outcome);
      keep(reply, opened, token);
      return onTo(reply, path);
    },
    { anywhere: true },
  );
}

function noticeOf(
  draft: { errors: Readonly<Record<string, string>>; note?: string | undefined } | undefined,
  sent: unknown,
): Notice | undefined {
  if (draft) return { good: draft.note, wrong: Object.values(draft.errors) };
  const added = typeof sent === 'string' && /^\d{1,2}$/.test(sent) ? Number(sent) : 0;
  return added > 0 ? { good: receivedWords(added) } : undefined;
}

const receivedWords = (count: number) => (count === 1 ? 'Recebemos 1 arquivo.' : `Recebemos ${count} arquivos.`);

/** Stores the files one by one, as they arrive, and says which were not taken and why. */
async function takeFiles(
  deps: Deps,
  form: service.OpenForm,
  kind: FormDocument,
  request: FastifyRequest,
  admitted: Admission,
) {
  let added = 0;
  let found = 0;
  const refused: string[] = [];
  const limits = { fileSize: DOCUMENT_UPLOAD.maxBytes, files: FILES_AT_ONCE, fields: 5, fieldSize: 1_000 };
  try {
    for await (const part of request.parts({ limits })) {
      if (part.type !== 'file') continue;
      const file = await admitted.receive(part);
      if (file.bytes === 0) continue;
      found += 1;
      const name = service.fileName(file.name);
      if (file.truncated) refused.push(`${name} passa de ${DOCUMENT_UPLOAD.maxBytes / 1_000_000} MB.`);
      else {
        const add = ([one]: UploadedFile[]) =>
          service.addFormDocument(deps, form, kind, { name, bytes: present(one, 'the file').bytes });
        const problem = await admitted.read([file], add).catch(asProblem);
        if (problem) refused.push(`${name}: ${problem.message}`);
        else added += 1;
      }
    }
  } catch (error) {
    drain(request);
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'FST_FILES_LIMIT') throw error;
    refused.push(`Mande até ${FILES_AT_ONCE} arquivos por vez.`);
  }
  if (found === 0 && refused.length === 0) refused.push('Escolha ao menos um arquivo.');
  return { added, refused };
}

function asProblem(error: unknown): Problem {
  if (error instanceof Problem) return error;
  throw error;
}
