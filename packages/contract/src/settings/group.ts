import { z } from 'zod'

/** A group of settings. The schema holds the defaults; the database holds only what an admin changed. */
export type SettingsGroup<Shape extends z.ZodRawShape = z.ZodRawShape> = {
  readonly name: string
  readonly schema: z.ZodObject<Shape>
  /** Fields that visitors may read. */
  readonly publicFields: readonly string[]
}

export type SettingsOf<G extends SettingsGroup> = z.output<G['schema']>

/** Declares a group of settings. Every field needs a default, so that a site works with an empty database. */
export function settingsGroup<Shape extends z.ZodRawShape, Field extends keyof Shape & string>(
  name: string,
  shape: Shape,
  options: { public: readonly Field[] },
): SettingsGroup<Shape> & { readonly publicSchema: z.ZodObject<Pick<Shape, Field>> } {
  const visible = Object.fromEntries(options.public.map((field) => [field, shape[field]]))
  return {
    name,
    schema: z.object(shape),
    publicFields: options.public,
    publicSchema: z.object(visible as Pick<Shape, Field>),
  }
}
