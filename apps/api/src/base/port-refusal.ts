/** Why a port can't be opened, and what to do; undefined for another error. */
export function portRefusal({ code }: NodeJS.ErrnoException, port: number): string | undefined {
  if (code === 'EADDRINUSE')
    return `A porta ${port} já está em uso: pare o programa que a usa, ou escolha outra em PORT.`;
  if (code === 'EACCES') return `Esta conta não pode abrir a porta ${port}: escolha outra em PORT, acima de 1023.`;
  if (code === 'EADDRNOTAVAIL') return 'O endereço de HOST não é desta máquina: confira HOST.';
  return undefined;
}
