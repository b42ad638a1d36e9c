import { classNames } from './class-names.ts'

type CountProps = {
  /** The number as displayed: "24.1k". */
  text: string
  /** The exact number when `text` is shortened. */
  title?: string
  className?: string
}

/** Numbers are left to right in every language. */
export function Count({ text, title, className }: CountProps) {
  return (
    <span dir="ltr" title={title} className={classNames('numeral', className)}>
      {text}
    </span>
  )
}

const BUBBLE = {
  fill: 'bg-accent px-1.25 text-xs leading-4.75 text-on-accent',
  tint: 'bg-accent-tint px-1.75 text-xs leading-5 text-accent-ink',
  quiet: 'text-xs font-normal! leading-5 text-ink-3',
  gain: 'text-sm leading-4.75 text-ok',
  loss: 'text-sm leading-4.75 text-bad',
}

export type CountTone = keyof typeof BUBBLE

type CountBubbleProps = {
  text: string
  tone?: CountTone
  /** For screen readers; omit it when the control around it has a label. */
  label?: string
}

export function CountBubble({ text, tone = 'fill', label }: CountBubbleProps) {
  return (
    <>
      <span
        aria-hidden="true"
        dir="ltr"
        className={classNames(
          'numeral min-w-4.75 rounded-full text-center font-semibold whitespace-nowrap',
          BUBBLE[tone],
        )}
      >
        {text}
      </span>
      {label && <span className="sr-only">{label}</span>}
    </>
  )
}
