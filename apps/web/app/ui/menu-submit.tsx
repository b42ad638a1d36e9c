import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { MENU_ITEM } from './menu-classes.ts'

type MenuSubmitProps = Omit<ComponentProps<'button'>, 'type'> & { icon?: ReactNode }

/** A menu item that submits its form, for menus that work without scripts. */
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
