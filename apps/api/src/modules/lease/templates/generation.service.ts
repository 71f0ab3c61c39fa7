import { buffer } from 'node:stream/consumers';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { templateProblems } from '@morada/contract/lease/templates';
import { ratio } from '@morada/domain/base/money';
import { missingValues, templateProblems as problemsOf, renderTemplate } from '@morada/domain/template/template';
import { templateData } from '@morada/domain/template/template-data';
import { parseTemplate } from '@morada/domain/template/template-tree';
import { TEMPLATE_VOCABULARY } from '@morada/domain/template/template-variables';
import type { Context } from '#api/context.ts';
import { letterheadOf } from '#api/modules/registry/agency/letterhead.service.ts';
import { richTextPdf } from '#api/pdf/rich-text.ts';
import { keepDocument } from '../contracts/documents.service.ts';
import * as facts from './facts.queries.ts';
import { findTemplate } from './templates.queries.ts';

async function gather(ctx: Context, id: number) {
  const contract = await facts.findContract(ctx.db, id);
  if (!contract) throw proposalProblems.PROPOSAL_NOT_FOUND();
  const [property, tenant, owners, guarantors, agency] = await Promise.all([
    facts.findProperty(ctx.db, contract.property_id),
    facts.findTenant(ctx.db, contract.user_id),
    facts.findOwners(ctx.db, contract.property_id),
    facts.findGuarantors(ctx.db, id),
    facts.findAgency(ctx.db),
  ]);
  const penalty = { amount: ratio(contract.current_price, contract.penalty_rents, 100) };
  const terms = { ...contract, index: contract.readjustment_index, penalty };
  return { agency, property, tenant, owners, guarantors, contract: terms, today: ctx.today() };
}

/** Contract text of a template, and the variables that have no value. */
export async function composeContract(ctx: Context, id: number, templateId: number) {
  const [found, known] = await Promise.all([findTemplate(ctx.db, templateId), gather(ctx, id)]);
  if (!found) throw templateProblems.TEMPLATE_MISSING();
  const template = parseTemplate(found.body);
  const data = templateData(known);
  const problems = [
    ...problemsOf(template, TEMPLATE_VOCABULARY),
    ...missingValues(template, data, TEMPLATE_VOCABULARY),
  ];
  return {
    name: found.name,
    html: renderTemplate(template, data),
    missing: problems.map(({ message }) => message),
  };
}

/** Stores the PDF among the contract's documents; missing values are left blank, to be filled in by hand. */
export async function generateContract(ctx: Context, id: number, templateId: number) {
  const [{ name, html }, agency] = await Promise.all([composeContract(ctx, id, templateId), letterheadOf(ctx)]);
  const title = `${name}, contrato ${id}`;
  const bytes = await buffer(richTextPdf({ title, agency, day: ctx.today(), html }));
  return keepDocument(ctx, id, 'CONTRACT', { bytes, media_type: 'application/pdf', extension: 'pdf' }, `${title}.pdf`);
}
