import { problems } from '../base/problem.ts';

export const leadProblems = problems({
  LEAD_NOT_FOUND: [404, 'Não encontramos este lead.'],
  LEAD_OPEN: [409, 'Este lead ainda está aberto.'],
  LEAD_CLOSED: [409, 'Este lead está encerrado. Reabra-o para continuar.'],
});
