import { roles } from '@stoa/contract/access'
import { randomBytes } from 'node:crypto'
import type { Context } from '../../../kernel/context.ts'
import { hashPassword } from '../../../kernel/passwords.ts'
import { transact } from '../../../kernel/transact.ts'
import { insertAccount } from './accounts.actions.ts'
import type { AuthMethod } from '../../../schema/accounts.ts'
import { startSession } from './sessions.actions.ts'

type Options = {
  name?: string
  role?: keyof typeof roles
  isActivated?: boolean
  password?: string
  authMethod?: AuthMethod
}

/** A user and their session token. */
export async function aUser(ctx: Context, options: Options = {}) {
  const name = options.name ?? `Ada ${randomBytes(3).toString('hex')}`
  const email = `${randomBytes(6).toString('hex')}@example.org`
  const passwordHash = options.password === undefined ? null : await hashPassword(options.password)
  const authMethod = options.authMethod ?? 'password'
  return await transact(ctx, async (tx) => {
    const id = await insertAccount(tx, {
      displayName: name,
      email,
      passwordHash,
      roleId: roles[options.role ?? 'user'],
      isActivated: options.isActivated ?? true,
    })
    const caller = {
      token: null,
      deviceToken: null,
      locale: 'en_US' as const,
      ip: '127.0.0.1',
      userAgent: '',
      requestId: 'factory',
    }
    return { id, name, email, token: await startSession(tx, id, caller, authMethod) }
  })
}
