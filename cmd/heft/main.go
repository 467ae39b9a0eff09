// Heft tells what Go data costs in memory, to the byte.
//
//	heft layout [packages]   which types waste bytes, and what would be saved
//	heft measure pkg.Func    what one instance uses, in processes of its own
//	heft verify [packages]   what is predicted beside what processes used
//	heft runtimes            the runtimes that heft models
//	heft version             what was built
//
// "heft help" lists the commands and "heft layout --help" says what each flag
// does, with examples. The exit code is 0 when all went well, 1 when findings
// pass the threshold that a flag sets, and 2 when heft was used wrongly, failed,
// or could not read all of the packages.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdin, os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}
