let list: Promise<ReadonlySet<string>> | undefined;

/** Loaded when the first password is chosen, since most processes never need it. */
async function load(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  return new Set(dictionary['passwords-common']);
}

/** Whether the password is among the 50,000 or so most common in leaks, ignoring case. */
export async function isCommon(password: string): Promise<boolean> {
  list ??= load();
  return (await list).has(password.toLowerCase());
}
