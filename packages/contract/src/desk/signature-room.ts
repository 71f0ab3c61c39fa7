import { readDrawing } from '@morada/domain/signature/drawing';
import { CPF_TRIES } from '@morada/domain/signature/room';
import { SIGNER_CHANNELS, type SignerChannel } from '@morada/domain/signature/words';
import * as z from 'zod/mini';
import { cpf, prose, text } from '../base/fields.ts';
import { problems } from '../base/problem.ts';

/** What a signer posts in the room; each is a form of a page. */
export const RoomEntry = z.object({ cpf: cpf('Informe o CPF') });

export const RoomRead = z.object({
  lido: z.literal('sim', 'Para continuar, leia o documento até o fim e marque esta caixa'),
  /** By scrolling to the end, or by the box alone. */
  como: z.catch(z.enum(['rolagem', 'caixa']), 'caixa'),
});

export const RoomChannel = z.object({
  canal: z.enum(
    Object.keys(SIGNER_CHANNELS) as [SignerChannel, ...SignerChannel[]],
    'Escolha por onde receber o código',
  ),
});

const codigo = z.pipe(
  z.string('Informe o código'),
  z.pipe(
    z.transform((typed: string) => typed.replace(/\D/g, '')),
    z.string().check(z.regex(/^\d{6}$/, 'O código tem 6 números')),
  ),
);
const consent = z.literal('sim', 'Para assinar, leia e marque que concorda');

/** The signature as it is drawn or typed; a name has two words at least, as people sign. */
export const RoomSignature = z.discriminatedUnion('modo', [
  z.object({
    modo: z.literal('desenhar'),
    codigo,
    desenho: z.pipe(
      z.string('Desenhe a sua assinatura'),
      z.pipe(
        z.transform((path: string) => readDrawing(path)),
        z.string('Desenhe a sua assinatura no quadro, com um traço maior, ou digite o nome'),
      ),
    ),
    consent,
  }),
  z.object({ modo: z.literal('digitar'), codigo, nome: text('Digite o seu nome completo', 120), consent }),
]);

export const RoomRefusal = z.object({ motivo: prose('Diga por que não vai assinar', 500) });

export const roomProblems = problems({
  ROOM_CPF_WRONG: [422, 'Este CPF não é o da pessoa a quem o link foi enviado. Digite de novo.', 'cpf'],
  ROOM_CPF_MANY: [429, `Este link já recebeu ${CPF_TRIES} CPFs errados. Aguarde 15 minutos e tente de novo.`, 'cpf'],
  ROOM_NOT_READ: [409, 'Leia o documento até o fim antes de assinar.'],
  ROOM_CODE_WRONG: [422, 'Código errado. Digite de novo, ou peça outro.', 'codigo'],
  ROOM_CODE_OVER: [409, 'Este código venceu, já foi usado ou foi tentado vezes demais. Peça outro.'],
  ROOM_CODES_MANY: [429, 'Já enviamos códigos demais. Aguarde 15 minutos.'],
  ROOM_CODE_UNSENT: [503, 'Não conseguimos enviar o código por este canal agora. Tente de novo, ou por outro.'],
  ROOM_CHANNEL: [409, 'Não temos como enviar o código por este canal. Escolha outro.'],
  ROOM_FILE: [404, 'Não encontramos este arquivo.'],
});
