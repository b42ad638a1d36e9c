import { classNames } from './class-names.ts'
import { Link, type LinkProps } from './link.tsx'

type TextLinkProps = LinkProps & {
  /** `quiet` is for meta lines. */
  tone?: 'accent' | 'quiet'
}

const TONE = {
  accent: 'text-accent-ink decoration-accent-line hover:decoration-current',
  quiet: 'text-ink-2 decoration-line-strong hover:text-accent-ink hover:decoration-current',
}

export function TextLink({ tone = 'accent', className, ...rest }: TextLinkProps) {
  return (
    <Link
      className={classNames(
        'underline decoration-1 underline-offset-[0.2em]',
        TONE[tone],
        className,
      )}
      {...rest}
    />
  )
}
