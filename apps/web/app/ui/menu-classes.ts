export const MENU_BOX =
  'z-menu min-w-52 animate-rise rounded-lg border border-line bg-raised p-1.25 text-md text-ink shadow-menu'

export const MENU_ITEM =
  'flex min-h-[max(2.125rem,var(--target))] w-full cursor-pointer items-center gap-2.5 rounded-md px-2.5 py-1.5 text-start outline-none select-none ' +
  'focus-visible:rounded-md data-highlighted:bg-wash-2 data-disabled:cursor-not-allowed data-disabled:text-ink-3'
