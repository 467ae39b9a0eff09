module github.com/seed-ac4d27cc/heft

go 1.26
