import { readFile } from 'node:fs/promises'
import { failField } from '../../kernel/errors.ts'

let list: Promise<ReadonlySet<string>> | undefined

/** Stops when a new password is one of those that are guessed first. */
export async function refuseCommon({ password, field }: { password: string; field: string }) {
  list ??= load()
  if ((await list).has(password.toLowerCase())) failField(field, 'account.password_common')
}

/** One password on each line, in lower case. The build puts the file beside the bundle. */
async function load() {
  const text = await readFile(new URL('./common-passwords.txt', import.meta.url), 'utf8')
  return new Set(text.split('\n'))
}
