import { z } from 'zod'

/** As far as `z.toJSONSchema` writes it for manifests. */
type Schema = { properties?: Record<string, Schema>; items?: Schema; enum?: string[] }

/** Every field of a manifest by its path, and every value that a field may have. */
export function listManifestFields(manifest: z.ZodType): string[] {
  return list(z.toJSONSchema(manifest, { io: 'input' }) as Schema, '')
}

function list(schema: Schema, path: string): string[] {
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const own = path === '' ? name : `${path}.${name}`
    return [own, ...list(field, own)]
  })
  const values = (schema.enum ?? []).map((value) => `${path}=${value}`)
  return [...fields, ...values, ...(schema.items === undefined ? [] : list(schema.items, path))]
}
