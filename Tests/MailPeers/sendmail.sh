#!/bin/sh
# A sendmail command for tests. What it received is in files beside it, named after the link by which it was called. The local part of the recipient says how it ends.
printf '%s\n' "$@" >"$0.arguments"
env >"$0.environment"
cat >"$0.input"
for recipient; do :; done
case $recipient in
    exit-*)
        status=${recipient%@*}
        exit "${status#exit-}"
        ;;
    killed@*) kill -9 $$ ;;
    endless@*) exec sleep 1000 ;;
    daemon@*)
        # Leaves a process behind, which waits for a line.
        mkfifo "$0.pipe"
        { read -r line <"$0.pipe"; echo "$line" >"$0.line"; } &
        ;;
esac
