/** What was asked can't be done and nothing was changed; the message is for whoever runs the server. */
export class BackupRefused extends Error {
  override readonly name = 'BackupRefused';
}
