/** Refusal of a backup or restore, with nothing changed. The message is written for the operator. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
