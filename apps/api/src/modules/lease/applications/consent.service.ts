import { buffer } from 'node:stream/consumers';
import { CONSENT_VERSION, consentText } from '@morada/domain/application/application-messages';
import { documentKind, formatDocument } from '@morada/domain/base/documents';
import { html } from '#api/base/html.ts';
import type { Context } from '#api/context.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';
import * as queries from './applications.queries.ts';

/** What an application's parties agree to, as a paper to be signed: for who brings the form on paper, or is asked to sign for a bureau. */
export async function consentPaper(ctx: Context, id: number): Promise<{ title: string; bytes: Buffer } | undefined> {
  const { db } = ctx;
  const application = await queries.findApplication(db, id);
  if (!application) return undefined;
  const [agency, parties] = await Promise.all([letterheadOf(ctx), queries.findParties(db, id)]);
  const people = parties.filter(({ state }) => state !== 'CLOSED' && state !== 'ERASED');
  const title = `Autorização, ficha ${id}`;
  const text = html`<h1>Autorização para análise de ficha</h1>
    <p>Ficha nº ${id}, para alugar ${application.property.label}.</p>
    ${people.map(({ name, answers, cpf }) => {
      const known = (answers.company ?? answers.person)?.name ?? name;
      return html`<p><strong>${known}</strong>${cpf ? `, ${documentKind(cpf)} ${formatDocument(cpf)}` : ''}</p>`;
    })}
    ${consentText(CONSENT_VERSION, { agency: agency.name }).map((paragraph) => html`<p>${paragraph}</p>`)}`;
  return { title, bytes: await buffer(richTextPdf({ title, agency, day: ctx.today(), html: text.text })) };
}
