import { Dialog } from './dialog.tsx'

type Shortcut = {
  /** Pressed in sequence. */
  keys: string[]
  label: string
}

type ShortcutSheetProps = {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  closeLabel: string
  /** Between two keys: "then". */
  thenText: string
  groups: { heading: string; shortcuts: Shortcut[] }[]
}

export function ShortcutSheet(props: ShortcutSheetProps) {
  const { open, onOpenChange, title, closeLabel, thenText, groups } = props
  return (
    <Dialog open={open} onOpenChange={onOpenChange} title={title} closeLabel={closeLabel} wide>
      <div className="grid gap-x-8 gap-y-4 md:grid-cols-2">
        {groups.map((group) => (
          <section key={group.heading}>
            <h3 className="border-b border-line-strong pb-1 text-sm font-semibold">
              {group.heading}
            </h3>
            <dl>
              {group.shortcuts.map((shortcut) => (
                <div
                  key={shortcut.label}
                  className="flex items-center justify-between gap-4 border-b border-line py-1.5 text-md"
                >
                  <dt>{shortcut.label}</dt>
                  <dd className="flex items-center gap-1 text-sm text-ink-3">
                    {shortcut.keys.map((key, i) => (
                      <span key={i} className="inline-flex items-center gap-1">
                        {i > 0 && thenText}
                        <kbd className="text-base">{key}</kbd>
                      </span>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  )
}
