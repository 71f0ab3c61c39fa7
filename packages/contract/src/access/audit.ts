import * as z from 'zod/mini';
import { endpoints } from '../base/endpoint.ts';
import { listExport } from '../base/export.ts';
import { instant, page } from '../base/fields.ts';
import { AuditSearch } from './audit.search.ts';

/** One action, in words; personal values are masked. */
export const AuditEntry = z.object({
  id: z.int(),
  at: instant,
  /** Null: the system itself, or a person outside the staff. */
  admin_user_id: z.nullable(z.int()),
  actor: z.string(),
  /** `Cliente` */
  record: z.string(),
  record_name: z.string(),
  record_id: z.int(),
  action: z.string(),
  /** `alterou` */
  action_words: z.string(),
  /** `before` is absent for a created record. */
  changes: z.array(
    z.object({ field: z.string(), label: z.string(), before: z.optional(z.string()), after: z.string() }),
  ),
});

export const audit = endpoints('audit', {
  list: {
    method: 'GET',
    path: '/audit',
    access: '*',
    summary: 'Auditoria: quem fez o quê, quando, e o que mudou; também quem leu dados pessoais',
    query: AuditSearch,
    response: page(AuditEntry),
  },
  export: listExport({
    path: '/audit/export/:format',
    access: '*',
    summary: 'Auditoria que os filtros encontram, em planilha; valores pessoais vão encobertos',
    query: AuditSearch,
  }),
  people: {
    method: 'GET',
    path: '/audit/people',
    access: '*',
    summary: 'De quem há registros na auditoria, também quem já foi deletado',
    response: z.array(z.object({ id: z.int(), name: z.string(), removed: z.boolean() })),
  },
});
