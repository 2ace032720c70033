#!/bin/sh
# Runs a command in a root directory, as in a container. Call it with `unshare --mount --pid --fork`.
# Usage: in-root.sh build|run ROOT COMMAND…
#   build  writable root, network of this machine
#   run    read-only root, network of its own, no capabilities, user node
set -eu
mode=$1 root=$2
shift 2

mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm"
mount -t tmpfs tmpfs "$root/dev/shm"

if [ "$mode" = run ]; then
  mount -t tmpfs tmpfs "$root/tmp"
  mount --bind "$root/data" "$root/data"
  mount -o remount,ro,bind "$root"
  ip link set lo up
  set -- setpriv --reuid=node --regid=node --clear-groups --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
fi

# Programs in a chroot may not create user namespaces, which Chromium's sandbox needs, so the root is exchanged.
cd "$root"
pivot_root . .
umount -l .
exec "$@"
