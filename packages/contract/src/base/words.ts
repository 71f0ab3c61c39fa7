import * as z from 'zod/mini';

/** Default messages for schemas without their own: Zod's are English. */
function inPortuguese(issue: z.core.$ZodRawIssue): string {
  if (issue.input === undefined || issue.input === null) return 'Campo obrigatório';
  if (issue.code === 'too_big' && issue.origin === 'string') return `Use até ${issue.maximum} caracteres`;
  if (issue.code === 'invalid_value') return 'Opção inválida';
  return 'Valor inválido';
}
z.config({ customError: inPortuguese });
