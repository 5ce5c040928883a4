// The page that is open is in sight in the list of all pages.
const list = document.querySelector(".sidebar-scroll");
const open = list?.querySelector(".current-page");
if (open) list.scrollTop = open.offsetTop - list.clientHeight / 2;
