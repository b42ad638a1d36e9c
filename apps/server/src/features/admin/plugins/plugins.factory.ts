import { type PluginPackage, uploadPlugin } from '@stoa/contract/features/plugins'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../kernel/context.ts'
import { transact } from '../../../kernel/transact.ts'
import { checkPackage, storePackage } from './packages.actions.ts'
import { installPackage, setEnabled } from './plugins.actions.ts'

type Sent = { status: number; reason: string; msg: string; data: PluginPackage }

/** Uploads a package as a browser does. */
export async function sendPackage(app: FastifyInstance, archive: Buffer, token: string) {
  const form = new FormData()
  form.append('file', new File([new Uint8Array(archive)], 'plugin.tgz'))
  const request = new Request('http://localhost/', { method: 'POST', body: form })
  const response = await app.inject({
    method: 'POST',
    url: uploadPlugin.path,
    headers: {
      'content-type': request.headers.get('content-type') ?? '',
      authorization: `Bearer ${token}`,
    },
    payload: Buffer.from(await request.arrayBuffer()),
  })
  return response.json<Sent>()
}

/** Installed from the command line, and enabled unless it says otherwise. */
export async function aPlugin(ctx: Context, archive: Buffer, { isEnabled = true } = {}) {
  const checked = await checkPackage(archive)
  const id = await transact(ctx, (tx) => storePackage(tx, archive, checked))
  const slug = await transact(ctx, (tx) => installPackage(tx, id, null))
  if (isEnabled) await transact(ctx, (tx) => setEnabled(tx, { slug, enabled: true }, null))
  return slug
}
