import { Menu, Plus, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ButtonLink } from '../button.tsx'
import { classNames } from '../class-names.ts'
import { CountBubble, type CountTone } from '../count.tsx'
import { IconButton, IconButtonLink } from '../icon-button.tsx'
import { Link, type LinkProps } from '../link.tsx'
import { Brand, type BrandProps } from './brand.tsx'

export const HEADER_SEARCH_ID = 'header-search'

type HeaderProps = {
  brand: BrandProps
  /** The side navigation's id: the button opens it as a popover on narrow screens. */
  nav?: { id: string; label: string }
  /** On phones `box` is a popover that the link to `href` opens; without scripts the link is followed. */
  search?: { href: string; label: string; closeLabel: string; box: ReactNode }
  ask?: { href: string; label: string }
  /** Inbox, achievements, account menu; or log in and sign up. */
  children?: ReactNode
  admin?: boolean
}

export function Header({ brand, nav, search, ask, children, admin = false }: HeaderProps) {
  return (
    <header className="sticky top-0 z-top border-b border-line bg-paper">
      <div className={classNames('shell top-grid', admin && 'top-grid-admin')}>
        <div className={classNames('flex min-w-0 items-center gap-1', nav && 'max-md:-ms-2.75')}>
          {nav && (
            <IconButton
              popoverTarget={nav.id}
              label={nav.label}
              icon={<Menu className="icon" aria-hidden="true" />}
              className="flex-none md:hidden"
            />
          )}
          <Brand {...brand} />
        </div>
        {search ? (
          <div id={HEADER_SEARCH_ID} popover="auto" className="top-search">
            {search.box}
            <IconButton
              popoverTarget={HEADER_SEARCH_ID}
              popoverTargetAction="hide"
              label={search.closeLabel}
              icon={<X className="icon" aria-hidden="true" />}
              className="flex-none md:hidden"
            />
          </div>
        ) : (
          <div className="max-md:hidden" />
        )}
        <div className="flex items-center gap-1 max-md:-me-1.5 max-md:gap-0">
          {search && (
            <IconButtonLink
              href={search.href}
              label={search.label}
              icon={<Search className="icon" aria-hidden="true" />}
              className="md:hidden"
              data-opens-search=""
            />
          )}
          {ask && (
            <>
              <ButtonLink href={ask.href} variant="primary" className="me-2 max-lg:hidden">
                {ask.label}
              </ButtonLink>
              <IconButtonLink
                href={ask.href}
                label={ask.label}
                icon={<Plus className="icon" aria-hidden="true" />}
                className="lg:hidden"
              />
            </>
          )}
          {children}
        </div>
      </div>
    </header>
  )
}

type HeaderCountProps = LinkProps & {
  /** With the number: "Inbox, 3 unread". */
  label: string
  icon: ReactNode
  count?: string | undefined
  /** `gain` and `loss` are for reputation. */
  tone?: CountTone
}

export function HeaderCount({ label, icon, count, tone, ...rest }: HeaderCountProps) {
  return (
    <Link
      title={label}
      className="header-count relative inline-flex min-h-control min-w-control items-center justify-center gap-1.5 rounded-md text-lg md:px-2 text-ink-2 transition-colors hover:bg-wash-2 hover:text-ink focus-visible:rounded-md aria-expanded:bg-wash-2"
      {...rest}
    >
      <span className="sr-only">{label}</span>
      {icon}
      {count && <CountBubble text={count} tone={tone} />}
    </Link>
  )
}

type HeaderLoginLinksProps = {
  logIn: { href: string; label: string }
  signUp?: { href: string; label: string }
}

export function HeaderLoginLinks({ logIn, signUp }: HeaderLoginLinksProps) {
  return (
    <div className="flex items-center gap-1.5">
      <ButtonLink href={logIn.href} variant="ghost">
        {logIn.label}
      </ButtonLink>
      {signUp && (
        <ButtonLink href={signUp.href} variant="secondary" className="max-md:hidden">
          {signUp.label}
        </ButtonLink>
      )}
    </div>
  )
}
