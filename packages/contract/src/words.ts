import * as z from 'zod/mini';

/** What a field says when its schema has no words of its own: Zod's are English. */
function inPortuguese(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'Campo obrigatório';
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use até ${issue.maximum} caracteres`;
  if (issue.code === 'invalid_value') return 'Opção inválida';
  return 'Valor inválido';
}
z.config({ customError: inPortuguese });
