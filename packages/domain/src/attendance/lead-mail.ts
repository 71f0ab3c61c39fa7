type Mail = { subject: string; body: string };

/** Tells a person of the staff that a lead is theirs, without the lead's contact data. */
export const leadMail = ({ id, due, page }: { id: number; due: string | null; page: string }): Mail => ({
  subject: `Novo lead para você: ${id}`,
  body: [
    `O lead ${id} é seu.${due === null ? '' : ` Responda até ${due}.`}`,
    `Para ver o contato e responder:\n${page}`,
  ].join('\n\n'),
});

/** Tells a manager of leads that nobody answered in time. */
export const lateLeadMail = ({ count, page }: { count: number; page: string }): Mail => ({
  subject:
    count === 1 ? '1 lead sem resposta no prazo' : `${count.toLocaleString('pt-BR')} leads sem resposta no prazo`,
  body: [
    count === 1
      ? 'O prazo da resposta a 1 lead passou, e ninguém respondeu.'
      : `O prazo da resposta a ${count.toLocaleString('pt-BR')} leads passou, e ninguém respondeu.`,
    `Para responder ou passar a outra pessoa:\n${page}`,
  ].join('\n\n'),
});
