import { classNames } from './class-names.ts'
import { Link } from './link.tsx'

const FRAME = 'inline-flex max-w-full rounded-md bg-wash-2 p-0.5'
const SEGMENT =
  'inline-flex min-h-[max(1.625rem,var(--target))] min-w-(--target) flex-1 items-center justify-center gap-1.25 rounded-[4px] px-2.5 text-xs font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:rounded-[4px]'
const SELECTED = 'bg-segment text-ink! shadow-raised'

type SegmentLinksProps = {
  label: string
  items: { href: string; label: string; current?: boolean }[]
}

export function SegmentLinks({ label, items }: SegmentLinksProps) {
  return (
    <nav aria-label={label} className={FRAME}>
      {items.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          keepScroll
          aria-current={item.current ? 'true' : undefined}
          className={classNames(SEGMENT, item.current && SELECTED)}
        >
          {item.label}
        </Link>
      ))}
    </nav>
  )
}

type SegmentsProps<Value extends string> = {
  label: string
  name: string
  items: { value: Value; label: string }[]
  value: Value
  onChange: (value: Value) => void
}

/** A radio group styled as a segmented control. */
export function Segments<Value extends string>(props: SegmentsProps<Value>) {
  const { label, name, items, value, onChange } = props
  return (
    <fieldset className={FRAME}>
      <legend className="sr-only">{label}</legend>
      {items.map((item) => (
        <label
          key={item.value}
          className={classNames(
            SEGMENT,
            'relative cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-accent-ink',
            item.value === value && SELECTED,
          )}
        >
          <input
            type="radio"
            name={name}
            value={item.value}
            checked={item.value === value}
            onChange={() => onChange(item.value)}
            className="absolute inset-0 cursor-pointer appearance-none outline-none"
          />
          {item.label}
        </label>
      ))}
    </fieldset>
  )
}
