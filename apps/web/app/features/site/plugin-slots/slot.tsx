import { useVisit } from '../../../kernel/visit-context.tsx'
import type { PagePlugin } from '../../../kernel/visit.ts'
import { PluginHtml, PluginPart } from './plugin-part.tsx'
import { slotKey, useSlotHtml, type SlotElementProps } from './slot-html.ts'

/** A place that plugins fill. */
export function Slot({ onInsert, className, ...slot }: SlotElementProps & Options) {
  const { plugins } = useVisit()
  if (plugins === undefined) return null
  return <Parts plugins={plugins} slot={slot} onInsert={onInsert} className={className} />
}

type Options = {
  /** In an editor: writes text at the cursor. */
  onInsert?: ((text: string) => void) | undefined
  /** Of each plugin. */
  className?: string | undefined
}
type PartsProps = Options & { plugins: readonly PagePlugin[]; slot: SlotElementProps }

function Parts({ plugins, slot: { name, ...props }, onInsert, className }: PartsProps) {
  const key = slotKey(name, props)
  const parts = useSlotHtml(key)
  return plugins.map((plugin) => {
    const html = parts.find((part) => part.plugin === plugin.slug)?.html
    const hasComponent = plugin.script !== null && plugin.slots.includes(name)
    if (html === undefined && !hasComponent) return null
    return (
      <PluginPart
        key={`${plugin.slug} ${key}`}
        plugin={plugin}
        part={hasComponent ? name : null}
        props={props}
        onInsert={onInsert}
        className={className}
      >
        {html !== undefined && <PluginHtml html={html} />}
      </PluginPart>
    )
  })
}
