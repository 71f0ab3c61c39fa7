import { type TemplateCreate, templateProblems } from '@morada/contract/lease/templates';
import type * as z from 'zod/mini';
import { cleanTemplate } from '#api/base/rich-text.ts';
import type { Context, Db } from '#api/context.ts';
import { difference, leaveTrail } from '#api/db/trail.ts';
import { change } from '#api/db/transaction.ts';
import { checkVersion } from '#api/db/version.ts';
import { STARTER_TEMPLATES } from './starter-texts.data.ts';
import * as queries from './templates.queries.ts';

type Given = z.output<typeof TemplateCreate>;

export async function showTemplate(ctx: Context, id: number) {
  const template = await queries.findTemplate(ctx.db, id);
  if (!template) throw templateProblems.TEMPLATE_NOT_FOUND();
  return template;
}

/** A text of tags alone counts as empty. */
function clean(body: string): string {
  const html = cleanTemplate(body);
  if (!/data-variable|\{\{/.test(html) && html.replace(/<[^<>]*>/g, '').trim() === '')
    throw templateProblems.TEMPLATE_EMPTY();
  return html;
}

export function createTemplate(ctx: Context, { name, body }: Given) {
  return change(ctx, async (trx) => {
    const template = await queries.insertTemplate(trx, { name, body: clean(body) });
    await leaveTrail(trx, ctx, 'contract_template', template.id, 'create', { name });
    return template;
  });
}

async function lockTemplate(trx: Db, ctx: Context, id: number) {
  const template = await queries.lockTemplate(trx, id);
  if (!template) throw templateProblems.TEMPLATE_NOT_FOUND();
  await checkVersion(trx, ctx, 'contract_template', template);
  return template;
}

/** Changes a template; contracts already generated stay as they are. */
export function updateTemplate(ctx: Context, id: number, { name, body }: Partial<Given>) {
  return change(ctx, async (trx) => {
    const template = await lockTemplate(trx, ctx, id);
    const changes = difference(template, { name, body: body === undefined ? undefined : clean(body) });
    if (Object.keys(changes).length === 0) return template;
    await leaveTrail(trx, ctx, 'contract_template', id, 'update', changes);
    return queries.updateTemplate(
      trx,
      id,
      Object.fromEntries(Object.entries(changes).map(([key, [, now]]) => [key, now])),
    );
  });
}

export function deleteTemplate(ctx: Context, id: number) {
  return change(ctx, async (trx) => {
    const { name } = await lockTemplate(trx, ctx, id);
    await queries.updateTemplate(trx, id, { deleted_at: new Date() });
    await leaveTrail(trx, ctx, 'contract_template', id, 'delete', { name });
  });
}

/** Creates the templates of a new agency. Runs inside the caller's transaction. */
export async function addStarterTemplates(trx: Db, ctx: Context) {
  for (const { name, body } of STARTER_TEMPLATES) {
    const { id } = await queries.insertTemplate(trx, { name, body: clean(body) });
    await leaveTrail(trx, ctx, 'contract_template', id, 'create', { name });
  }
}
