import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { MENU_ITEM } from './menu-look.ts'

type MenuSubmitProps = Omit<ComponentProps<'button'>, 'type'> & { icon?: ReactNode }

/** An entry that sends the form it stands in, in menus that need no script. */
export function MenuSubmit({ icon, className, children, ...rest }: MenuSubmitProps) {
  return (
    <button
      type="submit"
      className={classNames(MENU_ITEM, 'hover:bg-wash-2 focus-visible:bg-wash-2', className)}
      {...rest}
    >
      {icon && <span className="text-ink-3">{icon}</span>}
      {children}
    </button>
  )
}
