export function LogoMark() {
  return (
    <svg
      viewBox="0 0 28 28"
      width="24"
      height="24"
      aria-hidden="true"
      className="flex-none fill-ink"
    >
      <path d="M1 3.5h26v2.75H1zM1 22.5h26v2H1z" />
      <path d="M3.5 8.25h2.75V20.5H3.5zM9.58 8.25h2.75V20.5H9.58zM21.75 8.25h2.75V20.5h-2.75z" />
      <path d="M15.67 8.25h2.75V20.5h-2.75z" className="fill-accent-ink" />
    </svg>
  )
}
