import type { CountTone } from './count.tsx'
import { TabCount, tabClasses } from './tabs.tsx'

type TabButtonProps = {
  label: string
  count?: { text: string; tone: CountTone } | null
  current: boolean
  onClick: () => void
}

/** Looks like one of `TabLinks`, for a choice that is not in the URL. */
export function TabButton({ label, count, current, onClick }: TabButtonProps) {
  return (
    <button
      type="button"
      aria-current={current ? 'true' : undefined}
      className={tabClasses(current)}
      onClick={onClick}
    >
      {label}
      {count && <TabCount {...count} />}
    </button>
  )
}
