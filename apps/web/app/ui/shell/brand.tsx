import { Link } from '../link.tsx'
import { LogoMark } from './logo-mark.tsx'

export type BrandProps = {
  name: string
  href: string
  logo?: string | null
  mobileLogo?: string | null
  /** Beside the name: "Admin". */
  area?: string
}

export function Brand({ name, href, logo, mobileLogo, area }: BrandProps) {
  return (
    <Link
      href={href}
      className="inline-flex min-h-control min-w-target items-center gap-2.25 font-serif text-[1.4375rem] leading-none font-semibold tracking-title"
    >
      {logo ? (
        <picture className="flex-none">
          {mobileLogo && <source media="(max-width: 47.9375rem)" srcSet={mobileLogo} />}
          <img src={logo} alt={name} height={32} className="h-8 w-auto max-w-36 object-contain" />
        </picture>
      ) : (
        <>
          <LogoMark />
          <span className="brand-name truncate py-1" dir="auto">
            {name}
          </span>
        </>
      )}
      {area && (
        <span className="border-s border-line-strong ps-2.25 font-sans text-sm leading-4.5 font-medium tracking-normal text-ink-3">
          {area}
        </span>
      )}
    </Link>
  )
}
