import { expect, test } from 'vitest';
import { ApiProblem } from '#web/lib/api/api.ts';
import { withFailureMessage } from '#web/lib/api/failure.ts';
import { messageOf } from '#web/lib/toast.ts';

const fault = new ApiProblem(500, 'INTERNAL', 'Erro interno do servidor, tente novamente mais tarde.', {
  errors: [{ field: '', message: 'Erro interno do servidor, tente novamente mais tarde.' }],
  request_id: 'aB3-x',
});

test('a fault of the server is shown with the code of its request, under the words of its call too', async () => {
  expect(messageOf(fault)).toBe('Erro interno do servidor, tente novamente mais tarde. Código para o suporte: aB3-x.');
  const told = await withFailureMessage('Não foi possível excluir o imóvel.', Promise.reject(fault)).catch(messageOf);
  expect(told).toContain('Código para o suporte: aB3-x.');
});

test('a refusal has no code', () => {
  const refusal = new ApiProblem(409, 'INVALID_TRANSITION', 'Esta ação não é possível na situação atual.');
  expect(messageOf(refusal)).toBe('Esta ação não é possível na situação atual.');
});
