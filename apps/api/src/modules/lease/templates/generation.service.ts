import { buffer } from 'node:stream/consumers';
import { proposalProblems } from '@morada/contract/lease/proposals';
import { templateProblems } from '@morada/contract/lease/templates';
import { later } from '@morada/domain/base/calendar';
import { ratio } from '@morada/domain/base/money';
import type { PartyRole } from '@morada/domain/lease/parties';
import { missingValues, templateProblems as problemsOf, renderTemplate } from '@morada/domain/template/template';
import { propertyData, templateData } from '@morada/domain/template/template-data';
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
  const today = ctx.today();
  const [property, owners, parties, agency] = await Promise.all([
    facts.findProperty(ctx.db, contract.property_id),
    facts.findOwners(ctx.db, contract.property_id),
    // A contract is drawn up before its first day too.
    facts.findParties(ctx.db, id, later(today, contract.start_date)),
    facts.findAgency(ctx.db),
  ]);
  const penalty = { amount: ratio(contract.current_price, contract.penalty_rents, 100) };
  const terms = { ...contract, index: contract.readjustment_index, penalty };
  const spouseOf = (person: { id: number }) =>
    parties.find(({ role, of_client_id }) => role === 'SPOUSE' && of_client_id === person.id);
  const inRole = (wanted: PartyRole) =>
    parties.filter(({ role }) => role === wanted).map((person) => ({ ...person, spouse: spouseOf(person) }));
  const [tenant, ...others] = inRole('TENANT');
  if (!tenant) throw proposalProblems.PROPOSAL_NOT_FOUND();
  const people = [...owners, ...parties];
  return {
    ...{ agency, property, tenants: [tenant, ...others] as const, contract: terms, today },
    owners: owners.map((owner) => ({ ...owner, spouse: spouseOf(owner) })),
    guarantors: inRole('GUARANTOR'),
    usufructuaries: inRole('USUFRUCTUARY'),
    procurators: inRole('PROCURATOR').map((one) => ({
      ...one,
      of: people.find(({ id }) => id === one.of_client_id)?.name ?? '',
    })),
  };
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

/** The contract's text as a PDF; missing values are left blank. */
export async function contractPaper(ctx: Context, id: number, templateId: number) {
  const [{ name, html, missing }, agency] = await Promise.all([
    composeContract(ctx, id, templateId),
    letterheadOf(ctx),
  ]);
  const title = `${name}, contrato ${id}`;
  return { title, bytes: await buffer(richTextPdf({ title, agency, day: ctx.today(), html })), missing };
}

/** A property's text by a template, of which nothing is said of a contract: a mandate is signed before there is one. */
export async function propertyPaper(ctx: Context, propertyId: number, templateId: number) {
  const { db } = ctx;
  const [found, property, owners, agency, letterhead] = await Promise.all([
    findTemplate(db, templateId),
    facts.findProperty(db, propertyId),
    facts.findOwners(db, propertyId),
    facts.findAgency(db),
    letterheadOf(ctx),
  ]);
  if (!found) throw templateProblems.TEMPLATE_MISSING();
  const template = parseTemplate(found.body);
  const data = propertyData({ agency, property, owners, today: ctx.today() });
  const problems = [
    ...problemsOf(template, TEMPLATE_VOCABULARY),
    ...missingValues(template, data, TEMPLATE_VOCABULARY),
  ];
  const title = `${found.name}, imóvel ${propertyId}`;
  const text = renderTemplate(template, data);
  const bytes = await buffer(richTextPdf({ title, agency: letterhead, day: ctx.today(), html: text }));
  return { title, bytes, missing: problems.map(({ message }) => message) };
}

/** Stores the PDF among the contract's documents; missing values are left blank, to be filled in by hand. */
export async function generateContract(ctx: Context, id: number, templateId: number) {
  const { title, bytes } = await contractPaper(ctx, id, templateId);
  return keepDocument(ctx, id, 'CONTRACT', { bytes, media_type: 'application/pdf', extension: 'pdf' }, `${title}.pdf`);
}
